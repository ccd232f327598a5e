#!/usr/bin/env python3
"""What layers.py must find, each in a small tree of its own."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

JUDGE = pathlib.Path(__file__).parent / "layers.py"


def judged(files):
    """What the judge says of a tree of these files, and whether it passes."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([sys.executable, JUDGE, folder], stdout=subprocess.PIPE, text=True)
        return done.stdout, done.returncode == 0


class Layers(unittest.TestCase):
    def refuses(self, files, *words):
        said, passed = judged(files)
        self.assertFalse(passed)
        for word in words:
            self.assertIn(word, said)

    def test_what_is_below_may_be_included(self):
        said, passed = judged({"kits/a.c": '#include "core/base/arena.h"\n#include <string.h>\n',
                               "core/base/arena.h": ""})
        self.assertEqual((said, passed), ("", True))

    def test_what_is_above_may_not(self):
        self.refuses({"core/base/a.c": '#include "kits/kit.h"\n'}, "core/base/a.c", "kits/kit.h")
        self.refuses({"core/base/a.c": '  #  include "core/text/xml.h"\n'}, "core/text/xml.h")
        self.refuses({"builder/solver/boxes/a.c": '#include "kits/kit.h"\n'}, "kits/kit.h")

    def test_an_include_is_written_from_the_root(self):
        self.refuses({"core/base/a.c": '#include "arena.h"\n'}, "arena.h")

    def test_the_program_sees_public_headers_only(self):
        self.refuses({"builder/cli/a.c": '#include "builder/layout/link.h"\n'}, "not public")
        self.refuses({"builder/builder.h": '#include "core/base/arena.h"\n'}, "is public")

    def test_a_library_stays_behind_its_door(self):
        self.refuses({"core/text/json.c": "#include <libxml/parser.h>\n"}, "libxml/parser.h")
        self.refuses({"kits/a.c": "static cJSON *root; /* a cJSON_Array */\n"}, "speaks of cJSON")
        self.refuses({"kits/a.c": "#include <unistd.h>\n"}, "unistd.h")

    def test_rooms_are_named_in_one_place(self):
        self.refuses({"builder/module/a.c": 'say("%s_room%u");\n'}, "builder/layout/names.c")

    def test_headers_in_a_circle_are_found(self):
        self.refuses({"kits/a.h": '#include "kits/b.h"\n', "kits/b.h": '#include "kits/c.h"\n',
                      "kits/c.h": '#include "kits/b.h"\n'},
                     "kits/b.h -> kits/c.h -> kits/b.h")

    def test_files_that_call_each_other_are_found(self):
        header = "void wr_a(void);\nvoid wr_b(int depth);\n"
        self.refuses({"kits/ab.h": header,
                      "kits/a.c": "void wr_a(void)\n{\n    wr_b(1);\n}\n",
                      "kits/b.c": "void wr_b(int depth)\n{\n    if (depth)\n        wr_a();\n}\n"},
                     "files that call in a circle: kits/a.c -> kits/b.c -> kits/a.c")
        self.refuses({"kits/ab.h": header,
                      "kits/a.c": "const struct wr_row wr_rows[] = {{wr_b}};\n",
                      "kits/b.c": "void wr_b(int depth)\n{\n    use(wr_rows, depth);\n}\n"},
                     "kits/a.c -> kits/b.c")
        said, passed = judged({"kits/ab.h": header,
                               "kits/a.c": "void wr_a(void)\n{\n    wr_b(1); /* not wr_c() */\n}\n",
                               "kits/b.c": "void wr_b(int depth)\n{\n    say(\"wr_a\", depth);\n}\n"})
        self.assertTrue(passed, said)

    def test_a_function_is_declared_where_it_is_defined(self):
        self.refuses({"kits/a.h": "int wr_a(const char *text,\n         int size);\n",
                      "templates/a.c": "int wr_a(const char *text, int size)\n{\n    return 0;\n}\n"},
                     "kits/a.h: declares wr_a, which is at home in templates/a.c")

    def test_one_name_for_two_types_is_found(self):
        self.refuses({"kits/a.h": "struct wr_key {\n    int a;\n};\n",
                      "core/base/b.h": "typedef struct {\n    int b;\n} wr_key;\n"},
                     "wr_key is defined in core/base/b.h and in kits/a.h")
        said, passed = judged({"kits/a.c": "struct key {\n    int a;\n};\n",
                               "kits/b.c": "struct key {\n    int b;\n};\n"})
        self.assertTrue(passed, said)


unittest.main()
