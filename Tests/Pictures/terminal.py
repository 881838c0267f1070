"""A terminal as far as `agenda ui` uses one: what its cells show after some bytes (ECMA-48, xterm)."""

import re
import unicodedata

# A control sequence, or characters that share a cell: marks, variation selectors, joiners and skin tones follow the first one.
TOKENS = re.compile(r"\x1b\[([0-9;?]*)([@-~])|\x1b.|([^\x1b](?:[\u0300-\u036f\u20e3\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]|\u200d.)*)", re.S)


class Terminal:
    def __init__(self, columns, rows):
        self.columns, self.count = columns, rows
        self.clear()

    def clear(self):
        # A cell is its text and its SGR parameters; the second cell of a wide character has no text.
        self.cells = [[(" ", "")] * self.columns for _ in range(self.count)]
        self.row = self.column = 0
        self.look = ""
        self.region = (0, self.count)

    @property
    def rows(self):
        return ["".join(text for text, _ in row).rstrip() for row in self.cells]

    def marked(self):
        """The text in reverse: the present day and the selected event."""
        return "".join(text for row in self.cells for text, look in row if "7" in look.split(";"))

    def take(self, data):
        self.clear()
        for token in TOKENS.finditer(data.decode("utf-8", "ignore")):
            parameters, final, text = token.groups()
            if final:
                self.control(parameters, final)
            elif text:
                self.put(text)

    def put(self, text):
        width = cells_of(text)
        if self.column + width > self.columns or text < " ":
            return
        self.cells[self.row][self.column] = (text, self.look)
        if width == 2:
            self.cells[self.row][self.column + 1] = ("", self.look)
        self.column += width

    def control(self, parameters, final):
        numbers = [int(part) if part.isdigit() else 0 for part in parameters.split(";")]
        if final == "H":
            self.row = max(numbers[0], 1) - 1
            self.column = max(numbers[1] if len(numbers) > 1 else 1, 1) - 1
        elif final == "K":
            self.cells[self.row][self.column :] = [(" ", "")] * (self.columns - self.column)
        elif final == "J" or (final in "hl" and parameters == "?1049"):
            self.clear()
        elif final == "r":
            self.region = (numbers[0] - 1, numbers[1]) if len(numbers) == 2 else (0, self.count)
        elif final in "ST":
            top, bottom = self.region
            for _ in range(max(numbers[0], 1)):
                row = [(" ", "")] * self.columns
                if final == "S":
                    self.cells[top:bottom] = [*self.cells[top + 1 : bottom], row]
                else:
                    self.cells[top:bottom] = [row, *self.cells[top : bottom - 1]]
        elif final == "m":
            self.look = parameters.removeprefix("0").removeprefix(";")


def cells_of(text):
    """How many cells a character takes: two for CJK, for emoji and for what U+FE0F makes an emoji."""
    return 2 if "\ufe0f" in text or unicodedata.east_asian_width(text[0]) in "WF" else 1
