import type { Compiled } from '../engine/compile.ts';
import { mask } from '../engine/secrecy.ts';
import { toRecord } from './record.ts';
import { type Rehearsed, rehearse, type Stage } from './rehearse.ts';
import type { TestCase } from './test-case.ts';

/** Shorter answers stand in other words by chance. */
const leastReplaced = 4;

/**
 * A saved conversation without the answers to sensitive questions: readers of the stream read its tests. Each such answer becomes one that
 * leads the same way, or the mask where none does; what is expected of it in words or values goes with it.
 */
export function concealTest(compiled: Compiled, test: TestCase, stage: Stage): TestCase {
  if (!hasSensitive(compiled)) return test;
  let concealed = test;
  for (const place of rehearse(compiled, test, stage).secretTurns) {
    const turn = concealed.turns[place];
    if (turn?.kind === 'say' && turn.text !== '') concealed = withStandIn(compiled, concealed, { place, said: turn.text, stage });
  }
  return concealed;
}

export const hasSensitive = ({ main, streams }: Compiled): boolean =>
  main.hasSensitive || [...streams.values()].some((stream) => stream.hasSensitive);

type Saying = { place: number; said: string; stage: Stage };

function withStandIn(compiled: Compiled, test: TestCase, { place, said, stage }: Saying): TestCase {
  const was = rehearse(compiled, test, stage);
  const standIns = [...standInsOf(said), mask];
  // One that stands in already tells of nobody.
  if (standIns.includes(said)) return test;
  const candidates = standIns.map((standIn) => replaced(test, place, said, standIn));
  const played = candidates.map((candidate) => ({ candidate, would: rehearse(compiled, candidate, stage) }));
  const found = played.find(({ would }) => wayOf(would) === wayOf(was)) ?? played.at(-1);
  if (!found) return test;
  // Expectations that fail only since the replacement contained the answer.
  const missedBefore = new Set(was.failures.map(({ expectation }) => expectation));
  const told = new Set(found.would.failures.flatMap(({ expectation }) => (missedBefore.has(expectation) ? [] : [expectation])));
  const { candidate } = found;
  const expect = candidate.expect.filter(({ kind }, at) => !told.has(at) || (kind !== 'message' && kind !== 'variable'));
  // If the replacement leads the same way and nothing differed from the record, its own record is saved.
  const isSame = was.differences.length === 0 && wayOf(found.would) === wayOf(was);
  const record = test.record && isSame ? toRecord(found.would.noted) : candidate.record;
  return { ...candidate, expect, ...(record ? { record } : {}) };
}

const wayOf = ({ turns }: Rehearsed): string => JSON.stringify(turns.map(({ visits, standing }) => [visits, standing]));

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** Replaces an answer by one of the same form that belongs to nobody: digits count up, letters go through the alphabet. */
function shapedAs(said: string): string {
  let at = 0;
  return Array.from(said, (character) => {
    if (!/[\p{L}\p{N}]/u.test(character)) return character;
    at += 1;
    if (/\p{N}/u.test(character)) return String(at % 10);
    const letter = letters[(at - 1) % letters.length] ?? 'a';
    return /\p{Lu}/u.test(character) ? letter.toUpperCase() : letter;
  }).join('');
}

/** Adds the check digit of cards and other long numbers (Luhn). */
function withCheckDigit(text: string): string {
  const digits = text.replace(/\D/g, '');
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    if (place === 0) return total;
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return text.replace(/\d(?=\D*$)/, String((10 - (sum % 10)) % 10));
}

/** The nearest first: of the same form, then by its size alone, then such as questions of a kind take. */
function standInsOf(said: string): string[] {
  const shaped = shapedAs(said);
  const round = said.replace(/\d/g, (_, at: number) => (/\d/.test(said.slice(0, at)) ? '0' : (said[at] ?? '1')));
  const usual = ['name@example.com', '+919876500000', '2000-01-01', '2030-01-01', '1'];
  return [shaped, withCheckDigit(shaped), ...(/\d/.test(said) ? [round] : []), ...usual];
}

/** The answer, and whatever else of the conversation repeats it. */
function replaced(test: TestCase, place: number, said: string, standIn: string): TestCase {
  const number = Number(said.replace(/,/g, ''));
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return said.length < leastReplaced ? value : value.replaceAll(said, standIn);
    if (typeof value === 'number') return said.length >= leastReplaced && value === number ? Number(standIn) || 0 : value;
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
  };
  const { entry, said: begun, facts, stubs, expect } = test;
  const turns = test.turns.map((turn, at) =>
    at === place && turn.kind === 'say' ? { ...turn, text: standIn } : (change(turn) as typeof turn),
  );
  return {
    ...test,
    turns,
    entry: change(entry) as typeof entry,
    said: change(begun) as typeof begun,
    facts: { ...facts, customer: change(facts.customer) as typeof facts.customer },
    stubs: change(stubs) as typeof stubs,
    expect: change(expect) as typeof expect,
    ...(test.record ? { record: change(test.record) as typeof test.record } : {}),
  };
}
