"""One module a command: `serve.py` is `tools/book serve`, `new_lesson.py` is `tools/book new-lesson`.

A command module has

* a docstring, whose first line is the command's help;
* `add_arguments(parser: argparse.ArgumentParser) -> None`;
* `run(args: argparse.Namespace) -> int`, the exit status. `args.root` is the project's root;
* optionally `PASS_ON = "ctest"`: arguments the command does not know go to that program, in `args.passed_on`.

Adding the file adds the command. Import nothing at the top but the standard library and `book_cli`.
"""
