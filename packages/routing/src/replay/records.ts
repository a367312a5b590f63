import { Recorder, type Replayed } from './recorder.ts';
import { type Course, coursesOf, fitSlowness, type Handled, workIn } from './slowness.ts';
import { type Arrival, keyOf, type Later, type Rules, type World } from './world.ts';

/** A time for which somebody had a chat. @property suspendedMs of it in which the chat was on nobody's desk */
export type Spell = { userId: string; from: number; until: number; suspendedMs: number };

/** A chat as the facts have it. @property at its first place in the queue @property pickedAt its first pickup */
export type Recorded = Omit<Arrival, 'workMs' | 'waitedMs' | 'patienceMs' | 'later' | 'afterMissed'> & {
  pickedAt: number | null;
  missedAt: number | null;
  leftAt: number | null;
  spells: readonly Spell[];
};

/** Facts of a range. `departments` have no slowness yet: it is found here. */
export type Records = Omit<World, 'arrivals' | 'departments'> & {
  chats: readonly Recorded[];
  departments: Readonly<Record<string, Omit<Rules, 'slowness'>>>;
};

const endOf = ({ from, until, suspendedMs }: Spell): number => Math.max(from, until - suspendedMs);

/** Makes a world of what was: each chat brings its own work, so that the same assignments take the same times. */
export function toWorld(records: Records): World {
  const { chats, departments: recorded, ...rest } = records;
  const firsts = chats.flatMap((chat): Handled[] => chat.spells.slice(0, 1).map((spell) => handledOf(chat.departmentId, spell)));
  const courses = coursesOf([
    ...chats.flatMap((chat) => chat.spells.map((spell) => handledOf(chat.departmentId, spell))),
    ...rest.fixed.map(({ userId, departmentId, from, until }): Handled => ({ userId, departmentId, span: [from, until] })),
  ]);
  const departments = Object.fromEntries(
    Object.entries(recorded).map(([key, rules]): [string, Rules] => [
      key,
      {
        ...rules,
        slowness: fitSlowness(
          firsts.filter(({ departmentId }) => keyOf(departmentId) === key),
          courses,
        ),
      },
    ]),
  );
  const slownessOf = (departmentId: string | null) => (departments[keyOf(departmentId)] ?? departments[''])?.slowness ?? [1];
  return { ...rest, departments, arrivals: chats.map((chat) => toArrival(chat, courses, slownessOf(chat.departmentId))) };
}

const handledOf = (departmentId: string | null, spell: Spell): Handled => ({
  userId: spell.userId,
  departmentId,
  span: [spell.from, endOf(spell)],
});

function toArrival(chat: Recorded, courses: ReadonlyMap<string, Course>, slowness: readonly number[]): Arrival {
  const { pickedAt, missedAt, leftAt, spells, ...arrival } = chat;
  const first = spells[0];
  const isTakenLate = first !== undefined && missedAt !== null && missedAt <= first.from;
  return {
    ...arrival,
    workMs: first ? workIn(courses.get(first.userId), [first.from, endOf(first)], slowness) : null,
    waitedMs: (leftAt ?? missedAt ?? pickedAt ?? chat.at) - chat.at,
    patienceMs: leftAt === null ? null : leftAt - chat.at,
    later: first ? laterOf(spells.slice(1), endOf(first)) : [],
    afterMissed: isTakenLate ? laterOf(spells, missedAt) : [],
  };
}

function laterOf(spells: readonly Spell[], since: number): Later[] {
  let before = since;
  return spells.map((spell) => {
    const later = { userId: spell.userId, afterMs: Math.max(0, spell.from - before), ms: endOf(spell) - spell.from };
    before = endOf(spell);
    return later;
  });
}

/** The same figures of what was, from the facts alone. */
export function recordedAs({ chats, fixed, ...range }: Records): Replayed {
  const recorder = new Recorder(range);
  for (const { chatId, departmentId, at, pickedAt, missedAt, leftAt, spells } of chats) {
    const waitMs = pickedAt === null ? null : pickedAt - at;
    recorder.end({
      chatId,
      departmentId,
      at,
      waitMs,
      isMissed: missedAt !== null,
      hasLeft: leftAt !== null,
      agentId: spells[0]?.userId ?? null,
    });
    for (const spell of spells) recorder.hold(departmentId, spell.from, endOf(spell));
  }
  for (const held of fixed) recorder.hold(held.departmentId, held.from, held.until);
  return recorder.result();
}

/** Longest waits that are known of customers of a department, by which patience is drawn. */
export const waitsOf = (chats: readonly Recorded[], key: string) =>
  chats
    .filter(({ departmentId }) => keyOf(departmentId) === key)
    .flatMap(({ at, pickedAt, missedAt, leftAt }) => {
      const end = leftAt ?? missedAt ?? pickedAt;
      return end === null ? [] : [{ ms: end - at, isLeft: leftAt !== null }];
    });
