"""What may be changed in a C file: one operator, number or statement at a time, by its tokens alone."""
import collections
import re

TOKEN = re.compile(r"""
    (?P<blank>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.)*)
  | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<sign>->|\+\+|--|<<=|>>=|\.\.\.|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||.)
""", re.VERBOSE | re.DOTALL | re.MULTILINE)
OTHER = {'<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '&&': '||', '||': '&&', '+': '-', '-': '+',
         '*': '/', '/': '*', '+=': '-=', '-=': '+='}
KINDS = {**dict.fromkeys(('<', '<=', '>', '>=', '==', '!='), 'relation'), '&&': 'logic', '||': 'logic'}
ASSIGNED = ('=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=')
KEYWORDS = {'return', 'if', 'for', 'while', 'do', 'switch', 'case', 'default', 'break', 'continue', 'goto', 'else',
            'sizeof', 'static', 'const', 'struct', 'enum', 'union', 'typedef', 'unsigned', '_Static_assert'}

Token = collections.namedtuple('Token', 'kind text at line')
Mutation = collections.namedtuple('Mutation', 'line kind at end put')


def tokens(source):
    found, line = [], 1
    for match in TOKEN.finditer(source):
        if match.lastgroup != 'blank':
            found.append(Token(match.lastgroup, match.group(), match.start(), line))
        line += match.group().count('\n')
    return found


def partners(found):
    """Where the bracket is that closes or opens each."""
    partner, opened = {}, []
    for i, token in enumerate(found):
        if token.kind == 'sign' and token.text in '([{':
            opened.append(i)
        elif token.kind == 'sign' and token.text in ')]}' and opened:
            partner[i] = opened.pop()
            partner[partner[i]] = i
    return partner


def bodies(found, partner):
    """The functions: first and last token of each body, and whether the function answers a bool."""
    i = begin = 0
    while i < len(found):
        if found[i].text == '{':
            end = partner.get(i, len(found) - 1)
            if found[i - 1].text == ')':
                yield i, end, any(token.text == 'bool' for token in found[begin:partner[i - 1]])
            begin = i = end + 1
        elif found[i].text == ';':
            begin = i = i + 1
        else:
            i = partner[i] + 1 if found[i].text in ('(', '[') and i in partner else i + 1


class File:
    def __init__(self, source):
        self.source, self.found = source, tokens(source)
        self.partner = partners(self.found)

    def change(self, first, last, kind, put):
        a, b = self.found[first], self.found[last]
        return Mutation(a.line, kind, a.at, b.at + len(b.text), put)

    def between_blanks(self, i):
        """As the formatter sets operators of two sides, and neither signs nor stars of pointers."""
        token = self.found[i]
        return self.source[token.at - 1] in ' \n' and self.source[token.at + len(token.text)] in ' \n'

    def operator(self, i):
        token = self.found[i]
        if token.kind == 'sign' and token.text in OTHER and self.between_blanks(i):
            yield self.change(i, i, KINDS.get(token.text, 'arithmetic'), OTHER[token.text])

    def is_size(self, i):
        """Whether a number is the size of a declared array."""
        before = self.found[i - 3:i]
        return before[2].text == '[' and (before[0].kind == 'word' or before[0].text == '*') and before[1].kind == 'word'

    def number(self, i):
        token = self.found[i]
        whole = re.fullmatch(r'(\d+)([uUlL]*)', token.text)
        if whole and not self.is_size(i):
            value = int(whole[1])
            for put in (1,) if value == 0 else (0, 2) if value == 1 else (value + 1,):
                yield self.change(i, i, 'number', f'{put}{whole[2]}')
        elif token.text in ('true', 'false'):
            yield self.change(i, i, 'number', 'false' if token.text == 'true' else 'true')

    def condition(self, i):
        if self.found[i].text == 'if' and self.found[i + 1].text == '(':
            a, b = self.found[i + 1].at, self.found[self.partner[i + 1]].at
            yield Mutation(self.found[i].line, 'condition', a, b + 1, f'(!{self.source[a:b + 1]})')

    def end_of_statement(self, i):
        while self.found[i].text not in (';', '{', '}'):
            i = self.partner[i] + 1 if self.found[i].text in ('(', '[') else i + 1
        return i

    def is_action(self, first, last):
        """Whether a statement is a call, an assignment or a count, and no declaration."""
        i = first
        while i < last:
            token, after = self.found[i], self.found[i + 1]
            if token.text in KEYWORDS or token.kind == 'word' and after.kind == 'word':
                return False
            if token.kind == 'word' and after.text == '*' and not self.between_blanks(i + 1):
                return False
            if token.text in ASSIGNED or token.text in ('++', '--'):
                return True
            if token.text in ('(', '['):
                if token.text == '(' and self.partner[i] == last - 1 and i > first:
                    return True
                i = self.partner[i]
            i += 1
        return False

    def statement(self, i, boolean):
        token = self.found[i]
        last = self.end_of_statement(i)
        if self.found[last].text != ';':
            return
        if token.text in ('break', 'continue'):
            yield self.change(i, last, 'jump', ';')
        elif token.text == 'return' and boolean and last > i + 1:
            a, b = self.found[i + 1].at, self.found[last].at
            yield Mutation(token.line, 'answer', a, b, f'!({self.source[a:b]})')
        elif token.text not in KEYWORDS and self.is_action(i, last):
            yield self.change(i, last, 'statement', ';')

    def begins_statement(self, i, first):
        before = self.found[i - 1]
        label = before.text == ':' and self.source[before.at + 1] == '\n'  # the formatter begins lines with other colons
        if label or before.text in (';', '{', '}', 'else'):
            return self.found[i].text not in ('{', '}', ';')
        if before.text != ')' or self.partner[i - 1] <= first:
            return False
        return self.found[self.partner[i - 1] - 1].text in ('if', 'for', 'while', 'switch') and self.found[i].text != '{'

    def mutations(self):
        for first, last, boolean in bodies(self.found, self.partner):
            inner = 0  # brackets of a `for`, calls and initializers hold no statements
            for i in range(first + 1, last):
                token = self.found[i]
                inner += (token.text in ('(', '[')) - (token.text in (')', ']'))
                yield from self.operator(i)
                yield from self.number(i)
                yield from self.condition(i)
                if not inner and self.begins_statement(i, first):
                    yield from self.statement(i, boolean)


def mutations(source):
    return list(File(source).mutations())


def mutated(source, mutation):
    return source[:mutation.at] + mutation.put + source[mutation.end:]
