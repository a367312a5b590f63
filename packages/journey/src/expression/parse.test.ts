import { expect, test } from 'vitest';
import { ExpressionFault } from './fault.ts';
import { longestSource, parseExpression } from './parse.ts';

/** Writes an expression with brackets around everything, so that a test shows how the operators bind. */
function write(source: string): string {
  const show = (node: ReturnType<typeof parseExpression>): string => {
    switch (node.kind) {
      case 'literal':
        return JSON.stringify(node.value);
      case 'name':
        return node.name;
      case 'field':
        return `${show(node.of)}.${node.field}`;
      case 'has':
        return `has(${show(node.of)}.${node.field})`;
      case 'index':
        return `${show(node.of)}[${show(node.index)}]`;
      case 'list':
        return `[${node.items.map(show).join(' ')}]`;
      case 'map':
        return `{${node.entries.map(({ key, value }) => `${show(key)}:${show(value)}`).join(' ')}}`;
      case 'unary':
        return `(${node.operator}${show(node.operand)})`;
      case 'binary':
        return `(${show(node.left)} ${node.operator} ${show(node.right)})`;
      case 'choice':
        return `(${show(node.condition)} ? ${show(node.yes)} : ${show(node.no)})`;
      case 'call':
        return `${node.name}(${node.args.map(show).join(' ')})`;
      case 'macro':
        return `${show(node.of)}.${node.macro}(${node.variable} ${node.body.map(show).join(' ')})`;
    }
  };
  return show(parseExpression(source));
}

const faultOf = (source: string): [string, number, number] => {
  try {
    parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionFault) return [error.code, error.place.start, error.place.end];
    throw error;
  }
  throw new Error(`read: ${source}`);
};

test.each([
  ['income * 0.4 >= rate && docs.size() == 3', '(((income * 0.4) >= rate) && (size(docs) == 3))'],
  ['a || b && c', '(a || (b && c))'],
  ['a - b - c', '((a - b) - c)'],
  ['a + b * c % d', '(a + ((b * c) % d))'],
  ['!a.b == -c', '((!a.b) == (-c))'],
  ['--1', '(-(-1))'],
  ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
  ['a ?? b ?? c', '((a ?? b) ?? c)'],
  ['a ?? b || c', '(a ?? (b || c))'],
  ['a ?? b ? c : d', '((a ?? b) ? c : d)'],
  ['x in [1, 2,] || y in {"a": 1}', '((x in [1 2]) || (y in {"a":1}))'],
  ['a["b"].c[0].d', 'a["b"].c[0].d'],
  ['answer.package.for', 'answer.package.for'],
  ['has(call.score.result)', 'has(call.score.result)'],
  ['has(name)', '(name != null)'],
  ['docs.exists(d, d.kind == "pan")', 'docs.exists(d (d.kind == "pan"))'],
  ['docs.map(d, d.size > 1, d.name)', 'docs.map(d (d.size > 1) d.name)'],
  ['today // a remark\n == day', '(today == day)'],
  ['0x1F + 2u + 1.5e3 + .5', '(((31 + 2) + 1500) + 0.5)'],
  [String.raw`'it\'s' + "\u20ac\U0001F600\x41\101\n" + r'\d' + """a"b"""`, String.raw`((("it's" + "€😀AA\n") + "\\d") + "a\"b")`],
])('%s', (source, read) => {
  expect(write(source)).toBe(read);
});

test.each([
  ['', 'syntax', 0, 0],
  ['income =  5', 'syntax', 7, 8],
  ['a b', 'syntax', 2, 3],
  ['(a', 'syntax', 2, 2],
  ['a &&', 'syntax', 4, 4],
  ['"abc', 'syntax', 0, 4],
  ['"a\nb"', 'syntax', 0, 5],
  [String.raw`"\q"`, 'syntax', 1, 4],
  [String.raw`"\ud800"`, 'syntax', 1, 7],
  ['1a', 'syntax', 0, 2],
  ['1e999', 'range', 0, 5],
  ['let + 1', 'syntax', 0, 3],
  ['a.in', 'syntax', 2, 4],
  ['docs.all(1, true)', 'arguments', 8, 17],
  ['has(1)', 'arguments', 0, 6],
  ['a # b', 'syntax', 2, 3],
])('“%s” is refused, and where', (source, code, start, end) => {
  expect(faultOf(source)).toEqual([code, start, end]);
});

test('no source is too deep or too long for the reader itself', () => {
  expect(faultOf(`${'('.repeat(1000)}1${')'.repeat(1000)}`)[0]).toBe('too_deep');
  expect(faultOf(`${'-'.repeat(1000)}1`)[0]).toBe('too_deep');
  expect(faultOf(`${'!'.repeat(3900)}a`)[0]).toBe('too_deep');
  expect(faultOf(`${'['.repeat(1000)}`)[0]).toBe('too_deep');
  expect(faultOf(`a${'.b'.repeat(1000)}`)[0]).toBe('too_deep');
  expect(faultOf(`1${'+1'.repeat(1001)}`)[0]).toBe('too_large');
  expect(faultOf(`1${'+1'.repeat(300)}`)[0]).toBe('too_deep');
  expect(faultOf(' '.repeat(longestSource + 1))[0]).toBe('too_large');
});
