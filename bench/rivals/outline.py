"""Times other parsers of Markdown on one file, in this process: outline.py PARSER FILE ROUNDS.

PARSER is markdown-it-py, mistune or cmark-gfm (its library, by ctypes: no process is started and nothing is rendered).
Each parses the whole text, with tables, to what it calls its tree or tokens. Prints one line of JSON:
{"name": "mistune 2.0.4", "runs": [milliseconds, ...], "headings": 12}, or {"missing": "why"} where it is not installed.
"headings" counts those of the document itself, none in quotes or lists.
"""

import ctypes
import ctypes.util
import glob
import json
import sys
import time


def markdown_it_py():
    import markdown_it

    parser = markdown_it.MarkdownIt("commonmark").enable("table")

    def parse(text):
        return sum(1 for token in parser.parse(text) if token.type == "heading_open" and token.level == 0)

    return f"markdown-it-py {markdown_it.__version__}", parse


def mistune():
    import mistune as library

    plugins = ["table"]
    major = int(library.__version__.split(".")[0])
    renderer = ("ast" if major > 2 else library.AstRenderer()) if major > 1 else None
    parser = library.create_markdown(renderer=renderer, plugins=plugins)

    def parse(text):
        return sum(1 for token in parser(text) if token.get("type") == "heading")

    return f"mistune {library.__version__}", parse


def cmark_gfm():
    def load(name):
        found = sorted(glob.glob(f"/usr/lib/*/lib{name}.so*") + glob.glob(f"/usr/local/lib/lib{name}.*"))
        path = found[0] if found else ctypes.util.find_library(name)
        if path is None:
            raise ImportError(f"lib{name} is not installed")
        return ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)

    core, extensions = load("cmark-gfm"), load("cmark-gfm-extensions")
    pointers = [
        (core, "cmark_parser_new"),
        (core, "cmark_find_syntax_extension"),
        (core, "cmark_parser_finish"),
        (core, "cmark_node_first_child"),
        (core, "cmark_node_next"),
    ]
    for library, name in pointers:
        getattr(library, name).restype = ctypes.c_void_p
    core.cmark_version_string.restype = ctypes.c_char_p
    core.cmark_node_get_type_string.restype = ctypes.c_char_p
    extensions.cmark_gfm_core_extensions_ensure_registered()

    def parse(text):
        data = text.encode()
        parser = ctypes.c_void_p(core.cmark_parser_new(0))
        table = ctypes.c_void_p(core.cmark_find_syntax_extension(b"table"))
        core.cmark_parser_attach_syntax_extension(parser, table)
        core.cmark_parser_feed(parser, data, ctypes.c_size_t(len(data)))
        root = ctypes.c_void_p(core.cmark_parser_finish(parser))
        core.cmark_parser_free(parser)
        parse.ended = time.perf_counter()
        count, node = 0, core.cmark_node_first_child(root)
        while node:
            count += core.cmark_node_get_type_string(ctypes.c_void_p(node)) == b"heading"
            node = core.cmark_node_next(ctypes.c_void_p(node))
        core.cmark_node_free(root)
        return count

    return f"cmark-gfm {core.cmark_version_string().decode()}", parse


def main():
    which, path, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    try:
        name, parse = {"markdown-it-py": markdown_it_py, "mistune": mistune, "cmark-gfm": cmark_gfm}[which]()
    except ImportError as error:
        print(json.dumps({"missing": f"{which}: {error}"}))
        return
    with open(path, encoding="utf-8") as file:
        text = file.read()
    runs, headings = [], 0
    for _ in range(rounds):
        parse.ended = None
        start = time.perf_counter()
        headings = parse(text)
        # Counting the nodes by single calls into a library is not part of the parser's work.
        runs.append(((parse.ended or time.perf_counter()) - start) * 1000)
    print(json.dumps({"name": name, "runs": runs, "headings": headings}))


main()
