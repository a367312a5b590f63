import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { around, ask, noon, trace } from './expression.fixtures.ts';
import { ExpressionFault } from './fault.ts';
import { parseExpression } from './parse.ts';
import { fromJson, type Value } from './value.ts';
import { Work } from './work.ts';

const faultOf = (source: string, names: Record<string, Value> = {}): string => {
  try {
    ask(source, names);
  } catch (error) {
    if (error instanceof ExpressionFault) return error.code;
    throw error;
  }
  return 'none';
};

test.each<[string, Value]>([
  ['7 / 2', 3.5],
  ['7 % 4 + -2 * 3', -3],
  ['0.1 + 0.2 == 0.3', true],
  ['1.005 * 100', 100.5],
  ['9007199254740991 - 1', 9007199254740990],
  ['"a" + "b" == "ab"', true],
  ['[1, 2] + [3] == [1, 2, 3]', true],
  ['{"a": [1]} == {"a": [1]}', true],
  ['1 == "1"', false],
  ['3 in [1, 2, 3] && !("b" in {"a": 1})', true],
  ['[3, 1, 2].sort().map(n, n * 2)', [2, 4, 6]],
  ['[1, 2, 3].filter(n, n > 1).size()', 2],
  ['[1, 2].exists_one(n, n == 1) && [1, 2].all(n, n > 0)', true],
  ['[[1, 2], [3]].map(l, l.size() > 1, l.map(n, n + 1))', [[2, 3]]],
  ['[1, 2, 3, 4][5] ?? "none"', 'none'],
  ['"héllo😀".size()', 6],
  ['upper("straße") + lower("ÅB")', 'STRASSEåb'],
  ['"ABCDE1234F".matches("^[A-Z]{5}[0-9]{4}[A-Z]$")', true],
  ['extract("order #8812 late", "#([0-9]+)", 1)', '8812'],
  ['replace("a.b.c", ".", "-")', 'a-b-c'],
  ['split("a,b,c", ",").last()', 'c'],
  ['join([1, "b"], " / ")', '1 / b'],
  ['mask("4111111111111111")', '••••••••••••1111'],
  ['mask("123")', '•••'],
  ['round(2.345, 2) + round(-2.5)', -0.65],
  ['round(1.005, 2)', 1.01],
  ['min(3, 1, 2) + max([4, 9])', 10],
  ['sum([0.1, 0.2, 0.3])', 0.6],
  ['unique([1, "1", 1, [2], [2]])', [1, '1', [2]]],
  ['number("1,25,000.50")', 125000.5],
  ['number("12,50") ?? "unclear"', 'unclear'],
  ['e164("098200 12345")', '+919820012345'],
  ['e164("12")', null],
  ['luhn("4539 1488 0343 6467") && !luhn("4539 1488 0343 6468")', true],
  ['hash("abc")', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['json({"a": [1, true, null]})', '{"a":[1,true,null]}'],
  ['text(1e21) + text(true)', '1000000000000000000000true'],
])('%s', (source, value) => {
  expect(ask(source)).toEqual(value);
});

test.each<[string, Value]>([
  ['daysBetween(date("2026-01-31"), addMonths(date("2026-01-31"), 1))', 28],
  ['format(addMonths(date("2026-01-31"), 1), "d MMMM yyyy")', '28 February 2026'],
  ['format(now, "EEE d MMM, HH:mm")', 'Tue 10 Mar, 12:00'],
  ['format(now, "h:mm a \'in Berlin\'", "Europe/Berlin")', '7:30 am in Berlin'],
  ['age(date("2008-03-11"))', 17],
  ['age(date("2008-03-10"))', 18],
  ['weekday(today)', 2],
  ['date("2026-03-10") == today && day(now) == today', true],
  ['now >= today && now <= today', true],
  ['now - duration("90m") < now', true],
  ['text(now - date("2026-03-10T10:15"))', '1 h 45 min'],
  // The clocks of Berlin go from 2:00 to 3:00 on 29 March, and show 2:30 twice on 25 October.
  ['format(date("2026-03-29T02:30", "Europe/Berlin"), "HH:mm", "Europe/Berlin")', '03:30'],
  ['text(date("2026-10-25T03:30", "Europe/Berlin") - date("2026-10-25T02:30", "Europe/Berlin"))', '2 h'],
  ['format(1234567.891, 2)', '1,234,567.89'],
])('dates: %s', (source, value) => {
  expect(ask(source)).toEqual(value);
});

test('isOpen asks the calendar of its name, and without one that of the department', () => {
  const asked: (string | null)[] = [];
  const isOpen = (name: string | null) => {
    asked.push(name);
    return name === 'Gone' ? undefined : name === null;
  };
  expect(ask('isOpen() && !isOpen("Support")', {}, { isOpen })).toBe(true);
  expect(asked).toEqual([null, 'Support']);
  expect(() => ask('isOpen("Gone")', {}, { isOpen })).toThrow('There is no calendar “Gone”.');
  expect(() => ask('isOpen(5)', {}, { isOpen })).toThrow(ExpressionFault);
  expect(() => ask('isOpen()')).toThrow('Nobody knows open hours here.');
});

test('days are added by the calendar and hours by the clock', () => {
  const zone = 'Europe/Berlin';
  const names = { start: { $: 'instant', at: Date.UTC(2026, 2, 28, 8) } } as Record<string, Value>;
  expect(ask('format(addDays(start, 1), "HH:mm")', names, { zone })).toBe('09:00');
  expect(ask('format(addHours(start, 24), "HH:mm")', names, { zone })).toBe('10:00');
});

test('a value that nobody has said compares as no, and is no fault until somebody calculates with it', () => {
  const names = { nothing: null, customer: { name: null }, call: {} };
  expect(ask('nothing > 3 || nothing < 3 || nothing == 3 || nothing in [1]', names)).toBe(false);
  expect(ask('nothing == null && nothing != 3 && !nothing', names)).toBe(true);
  expect(ask('nothing ? 1 : 2', names)).toBe(2);
  expect(ask('call.score.result[0].amount ?? "none"', names)).toBe('none');
  expect(ask('has(customer.name) || has(nothing)', names)).toBe(false);
  expect(ask('nothing.contains("a") || nothing.exists(n, n > 1)', names)).toBe(false);
  expect(ask('upper(nothing) ?? "friend"', names)).toBe('friend');
  expect(faultOf('nothing + 1', names)).toBe('type');
});

test.each([
  ['1 / 0', 'division'],
  ['5 % 0', 'division'],
  ['1e308 * 10', 'range'],
  ['"a" - 1', 'type'],
  ['"a" + 1', 'type'],
  ['1 < "2"', 'type'],
  ['1 && true', 'type'],
  ['[1]["a"]', 'type'],
  ['(5).field', 'type'],
  ['missing', 'unknown_name'],
  ['shout("a")', 'unknown_function'],
  ['upper("a", "b")', 'arguments'],
  ['round("a")', 'type'],
  ['"a".matches("(?<=b)c")', 'pattern'],
  ['"a".matches("(((a{90}){90}){90})")', 'pattern'],
  ['date("31.1.2026")', 'date'],
  ['date("2026-02-30")', 'date'],
  ['format(now, "QQ")', 'pattern'],
  ['addDays(today, 1e9)', 'range'],
  ['split("a,b", ",").map(x, x + 1)', 'type'],
  ['{"a": 1, "a": 2}', 'range'],
])('%s: %s', (source, code) => {
  expect(faultOf(source)).toBe(code);
});

test('either side of a condition decides alone, as in CEL', () => {
  expect(ask('1 / 0 > 1 || true')).toBe(true);
  expect(ask('false && 1 / 0 > 1')).toBe(false);
  expect(ask('1 / 0 > 1 && false')).toBe(false);
  expect(faultOf('1 / 0 > 1 || false')).toBe('division');
  expect(ask('[0, 1].exists(n, 1 / n == 1)')).toBe(true);
});

test('the work of an expression is bounded, whatever it is', () => {
  const names = {
    list: Array.from({ length: 1000 }, (_, place) => place),
    more: Array.from({ length: 1001 }, () => 1),
    long: 'x'.repeat(60_000),
  };
  expect(faultOf('list.map(a, list.map(b, b))', names)).toBe('budget');
  expect(faultOf('more.map(a, a)', names)).toBe('budget');
  expect(faultOf('long + long', names)).toBe('range');
  expect(faultOf('long.replace("x", "yy")', names)).toBe('range');
  expect(faultOf('[long, long]', names)).toBe('budget');
});

test('a hash counts by the block that it takes, not by its text alone', () => {
  const source = 'list.map(a, hash("x")).size()';
  const work = new Work();
  expect(evaluate(parseExpression(source), source, around({ list: Array.from({ length: 1000 }, () => 1) }), work).value).toBe(1000);
  expect(work.used).toBeGreaterThan(400_000);
});

test('the time of a pattern grows as the text does, however it is made', () => {
  const secondsOf = (length: number) => {
    const names = { long: 'x'.repeat(length) };
    const before = process.cpuUsage();
    expect(ask('long.matches("(x+x+)+y")', names)).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000_000;
  };
  secondsOf(15_000);
  // Four times the text: four times the work, where a matcher that tries each pair of places does sixteen times as much.
  const short = Math.min(secondsOf(15_000), secondsOf(15_000));
  const long = Math.min(secondsOf(60_000), secondsOf(60_000));
  expect(long).toBeLessThan(10 * short + 0.2);
});

test('a map of others can neither be taken for a date nor reach what objects inherit', () => {
  const names = { answer: fromJson({ $: 'instant', at: 5, inner: { __proto__: 1 } }) };
  expect(ask('answer.at', names)).toBe(5);
  expect(ask('json(answer)', names)).toBe('{"$":"instant","at":5,"inner":{}}');
  expect(ask('answer.constructor ?? answer["__proto__"] ?? "none"', names)).toBe('none');
  expect(ask('json({"__proto__": {"a": 1}})')).toBe('{"__proto__":{"a":1}}');
  expect(({} as Record<string, unknown>).a).toBeUndefined();
});

test('every comparison keeps what it compared', () => {
  const names = { age: 17, docs: ['pan'], name: 'Asha', income: 45000, nothing: null };
  expect(trace('age >= 18 && docs.size() == 3', names)).toEqual(['age 17 >= 18: no']);
  expect(trace('age < 18 && docs.size() == 3', names)).toEqual(['age 17 < 18: yes', 'docs.size() 1 == 3: no']);
  expect(trace('"pan" in docs && name.startsWith("As") && nothing == 1', names)).toEqual([
    '"pan" in docs pan: yes',
    'name Asha startsWith "As": yes',
    'nothing Empty == 1: no',
  ]);
  const changes = { isSensitive: ([name]: readonly string[]) => name === 'income' || name === 'docs' };
  expect(trace('income * 2 > 40000 && docs.exists(d, d == "pan")', names, changes)).toEqual([
    'income * 2 Number > 40000: yes',
    'd Text == "pan": yes',
  ]);
});

test('the moment is that of the turn', () => {
  expect(ask('now')).toEqual({ $: 'instant', at: noon });
  expect(ask('text(today) + " " + zone')).toBe('Mar 10, 2026 Asia/Kolkata');
});

const longText = 'x'.repeat(64_000);
/** Each item holds the one before it twice, so that all of it is longer than any memory. */
const folded = (depth: number): Value => (depth === 0 ? ['x'] : ((inner) => [inner, inner])(folded(depth - 1)));
const thousand: Value = Array.from({ length: 1000 }, (_, n) => `${n}`);

test.each<[string, string]>([
  ['list.map(n, upper(long))', 'upper'],
  ['list.map(n, long.replace("y", "z").size())', 'replace'],
  ['list.map(n, long.split("y").size())', 'split'],
  ['list.map(n, join(list, n).size())', 'join'],
  ['list.exists(n, long + "a" == long + "b")', 'joined texts'],
  ['list.exists(n, long.contains(n + "y"))', 'contains'],
  ['list.map(n, hash(long))', 'hash'],
  ['list.exists(n, long.matches("[a-w]+" + n))', 'patterns'],
  ['list.exists(n, "a".matches("(?:\\\\p{L}{1,30}|" + n + "){2}"))', 'patterns that are compiled'],
  ['list.map(n, sort(list))', 'sort'],
  ['list.map(n, unique(list))', 'unique'],
  ['list.exists(n, list == other)', 'lists that are compared'],
  ['folded == folded', 'folded lists that are compared'],
  ['text(folded)', 'a folded list as text'],
  ['json(folded)', 'a folded list as JSON'],
  ['folded', 'a folded list as the result'],
])('an expression is charged for the characters and items that it looks at: %s', (source) => {
  const names = { list: thousand, other: [...(thousand as Value[]), 'y'], long: longText, folded: folded(40) };
  let fault: unknown;
  try {
    ask(source, names);
  } catch (error) {
    fault = error;
  }
  expect(fault).toMatchObject({
    code: 'budget',
    message: expect.stringMatching(/works on more than [46],000,000 characters|has more than 65,536/),
  });
});

test.each([
  'list.filter(n, n.contains("9") && n.size() > 1).size()',
  'list.map(n, upper(n)).join(", ").size()',
  'list.sort().unique().size()',
  'list.filter(n, n < "2").exists(n, long.contains(n))',
  'extract(long, "([a-w]+)[0-9]")',
])('an expression that people write stays within it: %s', (source) => {
  expect(() => ask(source, { list: thousand, long: longText.slice(0, 16_000) })).not.toThrow();
});
