"""Parses or runs the programs that come as a JSON list of texts; answers a JSON list of what came of it.

NumPy takes long to print: "compute" runs them without.

Where there is no PyTorch 2, a stand-in takes its place.
"""

import ast
import base64
import builtins
import contextlib
import io
import json
import sys
import warnings


def words(tree):
    """The lists of words that a program begins with."""
    found = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.List):
            found[statement.targets[0].id] = ast.literal_eval(statement.value)
    query = found.get("query_words")
    return {"words": [query, found.get("key_words", query)]}


def unknown(tree):
    """The names that a program reads and nowhere makes."""
    nodes = list(ast.walk(tree))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    imports = [one for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom)) for one in node.names]
    known = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    known |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    known |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    known |= {one.asname or one.name.split(".")[0] for one in imports} | set(dir(builtins))
    return sorted({node.id for node in names} - known)


def as_bytes(numbers):
    return (numbers if hasattr(numbers, "tobytes") else numbers.numpy()).tobytes()


def outcome(text, what):
    result = {"printed": "", "error": "", "tensors": {}}
    names = {"print": lambda *_, **__: None} if what == "compute" else {}
    try:
        tree = ast.parse(text)
        result.update(words(tree))
        assert not unknown(tree), f"unknown names: {unknown(tree)}"
        if what != "parse":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(tree, "program", "exec"), names)
            result["printed"] = printed.getvalue()
            for name, numbers in names["tensors"].items():
                assert str(numbers.dtype).endswith("float32"), f"{name} is {numbers.dtype}"
            # As bytes, for JSON has no NaN, and texts of numbers take long.
            result["tensors"] = {
                name: base64.b64encode(as_bytes(numbers)).decode() for name, numbers in names["tensors"].items()
            }
    except Exception as error:
        result["error"] = f"{type(error).__name__}: {error}"
    return result


what = sys.argv[1]
if what != "parse":
    try:
        from torch.nn.functional import scaled_dot_product_attention
    except ImportError:
        import torch_stand_in

        torch_stand_in.install()
warnings.simplefilter("error")
json.dump([outcome(text, what) for text in json.load(sys.stdin)], sys.stdout)
