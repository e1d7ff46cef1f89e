"""The table of rooms in docs/ARCHITECTURE.md, as values. The checks import this; it isn't run."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

TABLE = "docs/ARCHITECTURE.md"
COLUMNS = ["Room", "Level", "C modules it alone imports", "System modules", "What it is for"]
TO_COME = "(to come)"

# A level is a number and a name. A room may know others of its own level only by name: `3 ports; knows OtherRoom`.
LEVEL = re.compile(r"(\d+) ([a-z]+)(?:; knows (.+))?")


class Finding(NamedTuple):
    """What is wrong, and where: a path from the project's root, and a line (0 when the whole file is meant)."""

    path: str
    line: int
    message: str

    def __str__(self):
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.message}"


@dataclass(frozen=True)
class Room:
    """One row of the table."""

    name: str
    line: int
    level: int
    level_name: str
    neighbours: frozenset
    c_modules: frozenset
    system_modules: frozenset
    to_come: bool


def names(cell):
    """The names in a cell: separated by commas, perhaps in code marks."""
    return frozenset(name for name in cell.replace("`", "").replace(",", " ").split())


def read_rooms(root):
    """The rooms by name, and what is wrong with the table itself."""
    rooms, findings = {}, []
    lines = (Path(root) / TABLE).read_text(encoding="utf-8").splitlines()
    try:
        first, last = lines.index("<!-- rooms -->") + 1, lines.index("<!-- /rooms -->")
    except ValueError:
        return {}, [Finding(TABLE, 0, "no table between <!-- rooms --> and <!-- /rooms -->")]
    rows = [
        (number + 1, [cell.strip() for cell in lines[number].strip().strip("|").split("|")])
        for number in range(first, last)
        if lines[number].strip()
    ]
    if not rows or rows[0][1] != COLUMNS:
        return {}, [Finding(TABLE, first + 1, "the table's columns are not: " + " | ".join(COLUMNS))]
    for line, cells in rows[2:]:
        level = LEVEL.fullmatch(cells[1]) if len(cells) == len(COLUMNS) else None
        if level is None:
            findings.append(Finding(TABLE, line, "not a row of five cells with a level such as `3 ports`"))
            continue
        name = cells[0].strip("`")
        if name in rooms:
            findings.append(Finding(TABLE, line, f"{name} has two rows"))
        rooms[name] = Room(
            name=name,
            line=line,
            level=int(level[1]),
            level_name=level[2],
            neighbours=names(level[3] or ""),
            c_modules=names(cells[2]),
            system_modules=names(cells[3]),
            to_come=TO_COME in cells[4],
        )
    return rooms, findings + inconsistencies(rooms)


def sole_importers(rooms):
    """Which room alone imports each C module."""
    return {module: room.name for room in rooms.values() for module in room.c_modules}


def inconsistencies(rooms):
    """Rows that contradict each other."""
    findings = []
    importers = sole_importers(rooms)
    for room in rooms.values():
        for module in sorted(room.c_modules):
            if module not in rooms:
                findings.append(Finding(TABLE, room.line, f"{module}, which {room.name} imports, has no row"))
            elif rooms[module].level >= room.level:
                findings.append(Finding(TABLE, room.line, f"{module} is not below {room.name}, its importer"))
            if importers[module] != room.name:
                findings.append(Finding(TABLE, room.line, f"{module} has two sole importers"))
        for neighbour in sorted(room.neighbours):
            if neighbour not in rooms or rooms[neighbour].level != room.level:
                findings.append(Finding(TABLE, room.line, f"{neighbour} is not on the level of {room.name}"))
        if room.level == 0 and room.name not in importers:
            findings.append(Finding(TABLE, room.line, f"nobody is named as the importer of {room.name}"))
    return findings
