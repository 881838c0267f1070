// How many days the timeline has: the document says it, also before anything is in it.
import { byId } from "./dom.js";

const { days, before, slice } = byId("timeline").dataset;

/** Days of the timeline, where today is among them, and how many one request brings. */
export const DAYS = Number(days);
export const TODAY = Number(before);
export const SLICE = Number(slice);
