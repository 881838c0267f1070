// Where things stand in the grids: numbers in, numbers out. Minutes are those on the clock of a day, 0..1440.

/**
 * A day on which the clocks change: `from`..`to` are the minutes that are skipped or stand twice.
 * @typedef {{from: number, to: number, twice: boolean, after: number}} ClockChange `after`: the offset from UTC in minutes
 *   that holds behind it
 */

/**
 * The hours of some days beside each other. Minutes that one of them has twice stand twice for all; those that are skipped are
 * left out where all days skip them.
 * @param {(ClockChange | null)[]} changes of each day
 */
export function axisOf(changes) {
  const twice = changes.find((change) => change?.twice);
  const gap = changes.every((change) => change && !change.twice) ? changes[0] : null;
  const [edge, shift] = twice ? [twice.to, twice.to - twice.from] : gap ? [gap.to, gap.from - gap.to] : [1440, 0];
  /** @param {number} minute @param {boolean} [second] whether it is the later one of two */
  const at = (minute, second = false) => {
    if (gap && minute > gap.from && minute < gap.to) return gap.from;
    return minute >= edge || (second && twice && minute >= twice.from) ? minute + shift : minute;
  };
  const rows = Array.from({ length: 24 }, (_, hour) => ({ minute: hour * 60, second: false }));
  const left = rows.filter(({ minute }) => !gap || minute < gap.from || minute >= gap.to);
  const again = twice ? rows.filter(({ minute }) => minute >= twice.from && minute < twice.to) : [];
  return {
    length: 1440 + shift,
    at,
    rows: [...left, ...again.map(({ minute }) => ({ minute, second: true }))]
      .map((row) => ({ ...row, at: at(row.minute, row.second) }))
      .sort((one, other) => one.at - other.at),
    /** The part of the axis at which a day has no time: [from, to], or null. */
    missing(change) {
      if (twice && !change?.twice) return [twice.to, twice.to + shift];
      return change && !change.twice && !gap ? [change.from, change.to] : null;
    },
    /** What stands at a place of the axis: the inverse of `at`. */
    minuteAt(place) {
      if (gap && place >= gap.from) return { minute: place - shift, second: false };
      if (!twice || place < twice.to) return { minute: place, second: false };
      return { minute: place - shift, second: place < twice.to + shift };
    },
  };
}

/** The minute of a time on its day, and whether it is the later one of two. @param {string} time with its offset */
export function minuteOf(time, change) {
  const minute = Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
  const isTwice = change?.twice && minute >= change.from && minute < change.to;
  return { minute, second: Boolean(isTwice) && offsetOf(time) === change.after };
}

/** An offset from UTC in minutes. @param {string} time such as 2026-11-20T12:00:00+01:00 */
export function offsetOf(time) {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(time) ?? [null, "+", 0, 0];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Puts what overlaps side by side: what hangs together shares the width, and each is as wide as what is free beside it.
 * @param {{start: number, end: number}[]} spans by their start
 * @returns {{left: number, width: number}[]} parts of 1
 */
export function sideBySide(spans) {
  const places = new Array(spans.length);
  const order = spans.map((_, index) => index);
  order.sort((a, b) => spans[a].start - spans[b].start || spans[b].end - spans[a].end || a - b);
  let cluster = [];
  let clusterEnd = -Infinity;
  for (const index of order) {
    if (spans[index].start >= clusterEnd) {
      place(cluster);
      cluster = [];
    }
    cluster.push(index);
    clusterEnd = Math.max(clusterEnd, spans[index].end);
  }
  place(cluster);
  return places;

  function place(indices) {
    const columns = [];
    for (const index of indices) {
      const free = columns.findIndex((column) => spans[column.at(-1)].end <= spans[index].start);
      if (free < 0) columns.push([index]);
      else columns[free].push(index);
    }
    columns.forEach((column, number) => {
      for (const index of column) {
        let end = number + 1;
        while (end < columns.length && columns[end].every((other) => isApart(spans[other], spans[index]))) end += 1;
        places[index] = { left: number / columns.length, width: (end - number) / columns.length };
      }
    });
  }
}

const isApart = (one, other) => one.end <= other.start || other.end <= one.start;

/**
 * The lanes of bars that lie above each other: each in the first that is free, long ones first.
 * @param {{from: number, to: number}[]} bars columns, `to` being the last one
 * @returns {number[]}
 */
export function lanesOf(bars) {
  const order = bars.map((_, index) => index);
  order.sort((a, b) => bars[a].from - bars[b].from || bars[b].to - bars[a].to || a - b);
  const taken = [];
  const lanes = new Array(bars.length);
  for (const index of order) {
    const { from, to } = bars[index];
    let lane = 0;
    while (taken[lane]?.some((other) => other.from <= to && other.to >= from)) lane += 1;
    (taken[lane] ??= []).push(bars[index]);
    lanes[index] = lane;
  }
  return lanes;
}

/**
 * Which bars fit where there is room for some lanes, the last of which says of a day how many are left out.
 * @param {{from: number, to: number}[]} bars @param {number[]} lanes @param {number} columns @param {number} most
 * @returns {{shown: boolean[], rest: number[]}}
 */
export function fitting(bars, lanes, columns, most) {
  const limits = new Array(columns).fill(most);
  bars.forEach(({ from, to }, index) => {
    for (let column = from; column <= to; column += 1) if (lanes[index] >= most) limits[column] = most - 1;
  });
  const rest = new Array(columns).fill(0);
  const shown = bars.map(({ from, to }, index) => {
    const fits = limits.slice(from, to + 1).every((limit) => lanes[index] < limit);
    for (let column = from; !fits && column <= to; column += 1) rest[column] += 1;
    return fits;
  });
  return { shown, rest };
}
