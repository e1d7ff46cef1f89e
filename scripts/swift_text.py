"""Tells code from comments and string literals in a Swift file. The checks import this; it isn't run."""

import re

# What can begin or end something that isn't plain code. A string opens with any number of # and one or three quotes.
OPENING = re.compile(r'//|/\*|(#*)("""|")')


def split(text):
    """Returns the text twice: only its code, and only its comments.

    Everything else is blanked, so that both have the lines and columns of the original. Code inside a string
    literal's interpolation counts as code.
    """
    code = blanks_for(text)
    comments = blanks_for(text)
    copy_code(text, 0, code, comments, interpolation=False)
    return "".join(code), "".join(comments)


def blanks_for(text):
    """The text as a list of characters, with everything but the line breaks blanked."""
    return [character if character == "\n" else " " for character in text]


def copy_code(text, position, code, comments, interpolation):
    """Copies code up to the end or, in an interpolation, past the parenthesis that closes it. Returns where it is."""
    depth = 0
    while position < len(text):
        opening = OPENING.match(text, position)
        if opening is None:
            character = text[position]
            if interpolation and character == ")" and depth == 0:
                return position + 1
            depth += {"(": 1, ")": -1}.get(character, 0)
            code[position] = character
            position += 1
        elif opening[0] == "//":
            end = text.find("\n", position)
            position = copy_comment(text, position, len(text) if end < 0 else end, comments)
        elif opening[0] == "/*":
            position = copy_comment(text, position, end_of_block_comment(text, position), comments)
        else:
            position = skip_string(text, opening, code, comments)
    return position


def copy_comment(text, start, end, comments):
    comments[start:end] = text[start:end]
    return end


def end_of_block_comment(text, position):
    """Block comments nest in Swift."""
    depth = 0
    for mark in re.compile(r"/\*|\*/").finditer(text, position):
        depth += 1 if mark[0] == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(text)


def skip_string(text, opening, code, comments):
    """Passes over a string literal, and gives the code of its interpolations back."""
    hashes, quotes = opening[1], opening[2]
    end, escape = quotes + hashes, "\\" + hashes
    position = opening.end()
    while position < len(text):
        if text.startswith(end, position):
            return position + len(end)
        if text.startswith(escape + "(", position):
            position = copy_code(text, position + len(escape) + 1, code, comments, interpolation=True)
        elif text.startswith(escape, position):
            position += len(escape) + 1
        elif text[position] == "\n" and quotes == '"':
            # Not a string after all (a quote in a regular expression, for instance): don't swallow the file.
            return position
        else:
            position += 1
    return position


def line_of(text, position):
    """The number of the line that a position is on, from 1."""
    return text.count("\n", 0, position) + 1
