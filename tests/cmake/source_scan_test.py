"""What the second form finds in a source: test classes behind every macro, and nothing in comments, strings and code
that is switched off. All sources are read by one run of CMake."""

import unittest

import project

# Name: (source, classes, whether it defines main()).
SOURCES = {
    "plain": ("TEST(Alpha, one) {}\nTEST(Alpha, two) {}\nTEST_F(Beta, one) {}\n", "Alpha;Beta", False),
    "parameterised": ("TEST_P(Alpha, one) {}\nINSTANTIATE_TEST_SUITE_P(Few, Beta, testing::Values(1, 2));\n"
                      "INSTANTIATE_TEST_CASE_P(, Gamma, testing::Bool());\n", "Alpha;Beta;Gamma", False),
    "typed": ("TYPED_TEST_SUITE(Alpha, Types);\nTYPED_TEST(Beta, x) {}\nTYPED_TEST_P(Gamma, x) {}\n"
              "REGISTER_TYPED_TEST_SUITE_P(Delta, x);\nINSTANTIATE_TYPED_TEST_SUITE_P(My, Epsilon, Types);\n",
              "Alpha;Beta;Gamma;Delta;Epsilon", False),
    "over_lines": ("TEST_F(\n    Alpha,\n    one)\n{\n}\nTEST (Beta , two){}", "Alpha;Beta", False),
    "carriage_returns": ("TEST(Alpha, one) {}\r\n// TEST(No, one)\r\nTEST(Beta,\r\n one) {}\r\n", "Alpha;Beta", False),
    "comments": ("// TEST(No, a)\n/* TEST(No, b)\n * TEST(No, c) **/ TEST(Alpha, a) {}\n/***/ TEST(Beta, a) {}\n"
                 "// continued \\\nTEST(No, d)\nTEST(Gamma, a) {}\n", "Alpha;Beta;Gamma", False),
    "strings": ('const char* a = "TEST(No, a) \\" // "; TEST(Alpha, a) {}\n'
                "char b = '\"', c = '\\'', d = '\\\\'; TEST(Beta, a) {}\n"
                'auto e = "scheme://TEST(No, b)"; TEST(Gamma, a) {}\n', "Alpha;Beta;Gamma", False),
    "raw_strings": ('auto a = R"(TEST(No, a) ")"; TEST(Alpha, a) {}\n'
                    'auto b = R"xx(TEST(No, b) )" )xx"; TEST(Beta, a) {}\nauto c = u8R"(\n// )"; TEST(Gamma, a) {}\n',
                    "Alpha;Beta;Gamma", False),
    "raw_strings_in_comments": ('// like R"( here\nTEST(Alpha, a) {}\n/* and R"( there\n and R"( */ TEST(Beta, a) {}\n'
                                'auto a = "// /*"; auto b = R"(TEST(No, a))"; TEST(Gamma, a) {}\n'
                                "char c = '\"'; auto d = \"glob/*.txt\";\nauto e = R\"(TEST(No, b))\"; TEST(Delta, a) {}\n",
                                "Alpha;Beta;Gamma;Delta", False),
    "separators": ("int a = 1'000'000; TEST(Alpha, a) {}\n", "Alpha", False),
    "off": ("#if 0\nTEST(No, a) {}\n#ifdef X\n#endif\nTEST(No, b) {}\n#else\nTEST(Alpha, a) {}\n#endif\n"
            "#if X\nTEST(Beta, a) {}\n#endif\n  #  if 0 // off\nTEST(No, c) {}\n#endif\nTEST(Gamma, a) {}\n",
            "Alpha;Beta;Gamma", False),
    "macros": ("#define MY_TEST(a, b) \\\n  TEST(a, b)\nFRIEND_TEST(No, x);\nint TEST_OTHER(int, int);\n"
               "TEST(Alpha, a) {}\n", "Alpha", False),
    "brackets": ("int a[3] = {1;2}; TEST(Alpha, a) { f([](auto x) { return x[0]; }); }\n]]\nTEST(Beta, a) {}\n",
                 "Alpha;Beta", False),
    "letters": ("TEST(Pr\u00fcfung, a) {}\nTEST(A_1, b) {}\n", "Pr\u00fcfung;A_1", False),
    "main": ("int main(int argc, char** argv) { return 0; }\n", "", True),
    "main_with_tests": ("TEST(Alpha, a) {}\nauto main() -> int {}\n", "Alpha", True),
    "main_perhaps": ("#ifdef ALONE\nint main() {}\n#else\n#endif\n", "", False),
    "no_main": ("// int main() {}\nint remain() {}\nint main_loop() {}\nint x = domain(1);\n", "", False),
    "empty": ("", "", False),
    # Regular expressions of CMake recurse and crash on inputs like these where they are written carelessly.
    "long_comment": ("/* " + "x * " * 200000 + "*/ TEST(Alpha, a) {}\n", "Alpha", False),
    "long_string": ('auto a = "' + "\\x01" * 200000 + '"; TEST(Alpha, a) {}\n', "Alpha", False),
}


class SourceScan(unittest.TestCase):
    def test_finds_the_classes_and_main(self):
        sample = project.Project("source scan")
        script = ["cmake_policy(VERSION 3.25)", f'include("{project.SOURCE}/cmake/carpool/SourceScan.cmake")']
        for name, (text, _, _) in SOURCES.items():
            file = sample.source / f"{name}.cpp"
            file.write_bytes(text.encode())
            script += [f'_carpool_scan_source("{file}" classes has_main)',
                       f'message("{name}|${{classes}}|${{has_main}}")']
        sample.write("scan.cmake", "\n".join(script) + "\n")
        outcome = project.must(project.run(project.CMAKE, "-P", sample.source / "scan.cmake"))
        found = dict(line.split("|", 1) for line in outcome.output.splitlines())
        for name, (_, classes, has_main) in SOURCES.items():
            with self.subTest(source=name):
                self.assertEqual(found[name], f"{classes}|{str(has_main).upper()}")


if __name__ == "__main__":
    unittest.main()
