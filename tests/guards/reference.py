"""Whether what Carpool says of itself in several places is the same: the README, the reference above
add_continuous_test(), the module's code and `carpool --help`."""

import re

KEYWORD_LIST = re.compile(r"set_property\(GLOBAL PROPERTY _CARPOOL_(?:FLAG|VALUE|LIST)_KEYWORDS([^)]*)\)")
KEYWORD = re.compile(r"\b[A-Z][A-Z_]{3,}\b")
BRACKET_COMMENT = re.compile(r"#\[(=*)\[(.*?)\]\1\]", re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
EXIT_CODE_IN_HELP = re.compile(r"\b(\d+) [a-z]")
STATUS_WORD = re.compile(r'Status::k\w+, std::string_view\("([a-z_]+)"\)')

# Known only to be refused with an explanation.
REFUSED_KEYWORDS = {"XML_OUTPUT_DIR"}


def module_keywords(arguments_module):
    """Every keyword that the code of add_continuous_test() takes."""
    lists = KEYWORD_LIST.findall(arguments_module)
    return {word for text in lists for word in text.split()} - REFUSED_KEYWORDS


def module_reference(module):
    """The first bracket comment of the module: the reference of its function."""
    match = BRACKET_COMMENT.search(module)
    return match.group(2) if match else ""


def section(markdown, heading):
    """The text below a heading of the second level, up to the next one."""
    match = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", markdown, re.DOTALL | re.MULTILINE)
    return match.group(1) if match else ""


def first_cells(markdown):
    """The first cell of each row of the tables in the text, headings apart."""
    rows = [line for line in markdown.splitlines() if line.startswith("|")]
    return [row.split("|")[1].strip() for row in rows if not re.match(r"^\|[-| ]+\|$", row)][1:]


def readme_options(readme):
    """The keywords in the first column of the README's option table."""
    codes = [code for cell in first_cells(section(readme, "Options")) for code in CODE.findall(cell)]
    return {word for code in codes for word in KEYWORD.findall(code)}


def readme_exit_codes(readme):
    cells = first_cells(section(readme, "The command line"))
    return {int(cell) for cell in cells if cell.isdigit()}


def help_exit_codes(help_text):
    _, _, after = help_text.partition("Exit codes:")
    return {int(number) for number in EXIT_CODE_IN_HELP.findall(" ".join(after.split()))}


def help_verbs(help_text):
    _, _, after = help_text.partition("Subcommands:")
    return set(re.findall(r"^  ([a-z]+)\s", after, re.MULTILINE))


def readme_verbs(readme):
    cells = first_cells(section(readme, "The command line"))
    codes = [code for cell in cells for code in CODE.findall(cell)]
    return {code.split()[1] for code in codes if code.startswith("carpool ")}


def status_words(status_source):
    return set(STATUS_WORD.findall(status_source))
