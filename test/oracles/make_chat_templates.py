"""What the reference renders: the chat templates of a llama.cpp checkout through Jinja2, set up as Transformers does.

    python3 make_chat_templates.py LLAMA_CPP_CHECKOUT > chat-templates.json

Needs Jinja2 (3.1.6 was used). The environment is set up as in apply_chat_template of Transformers: an immutable sandbox with
trim_blocks and lstrip_blocks, loop controls, the generation tag, tojson without HTML escapes, raise_exception, strftime_now.
The checkout is the one inside node-llama-cpp (llama/gitRelease.bundle). Outputs are kept as the first 16 digits of their sha256.
"""
import datetime, glob, hashlib, json, os, sys

import jinja2
from jinja2 import nodes
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

NOW = datetime.datetime(2026, 1, 15, 9, 30, 0)
TOOLS = [{"type": "function", "function": {
    "name": "add", "description": "Adds <two> numbers & \"more\"",
    "parameters": {"type": "object", "properties": {"a": {"type": "number", "description": "first"}, "b": {"type": "number"}},
                   "required": ["a", "b"]}}}]


def turn(role):
    return lambda content: {"role": role, "content": content}


system, user, assistant = turn("system"), turn("user"), turn("assistant")
brief = system("You are brief.")
CASES = {
    "plain": {"messages": [brief, user("  What is 2 + 2?"), assistant("4"), user("And \"3\" + 3 <b>?\n")]},
    "no-system": {"messages": [user("Hi")]},
    "unicode": {"messages": [brief, user("Grüße 世界 🌍 \u00a0 \u2028 é e\u0301")]},
    "empty": {"messages": [system(""), user("")]},
    "spaces": {"messages": [system("\n\t x \n"), user("\r\n a  "), assistant("  b\n "), user(" \n c\t")]},
    "unicode-spaces": {"messages": [system("\u00a0x"), user(" a \u00a0"), assistant(" b\u3000 "), user("\u200b c")]},
    "thinking": {"messages": [brief, user("q"), assistant("<think>\nhm\n</think>\n\n4"), user("again")]},
    "thinking-off": {"messages": [brief, user("q")], "enable_thinking": False},
    "thinking-on": {"messages": [brief, user("q")], "enable_thinking": True},
    "tools": {"messages": [brief, user("add 1 and 2")], "tools": TOOLS},
    "markup": {"messages": [brief, user("{{ bos_token }} {% raw %} <|im_end|> \\n \\\" ' end")]},
    "long": {"messages": [brief] + [m for i in range(9) for m in (user(f"q{i}"), assistant(f"r{i}"))] + [user("last")]},
    "no-generation-prompt": {"messages": [brief, user("q"), assistant("r")], "add_generation_prompt": False},
}


class GenerationTag(Extension):
    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return nodes.CallBlock(self.call_method("_body"), [], [], body).set_lineno(line)

    def _body(self, caller):
        return caller()


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[GenerationTag, loopcontrols])
environment.filters["tojson"] = tojson
environment.globals.update(raise_exception=raise_exception, strftime_now=lambda form: NOW.strftime(form))


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def main(checkout):
    cases = {name: {"add_generation_prompt": True, "bos_token": "<s>", "eos_token": "</s>", **case} for name, case in CASES.items()}
    templates, outputs = {}, {name: {} for name in cases}
    for path in sorted(glob.glob(os.path.join(checkout, "models", "templates", "*.jinja"))):
        with open(path, encoding="utf8", newline="") as file:
            text = file.read()
        name = os.path.basename(path)
        templates[name] = digest(text)
        for case, variables in cases.items():
            try:
                rendered = environment.from_string(text).render(**{"tools": None, "documents": None, **variables})
                outputs[case][name] = digest(rendered)
            except Exception:
                outputs[case][name] = None
    json.dump({"jinja2": jinja2.__version__, "now": NOW.isoformat() + "Z", "cases": cases, "templates": templates, "outputs": outputs},
              sys.stdout, ensure_ascii=False, indent=1)


main(sys.argv[1])
