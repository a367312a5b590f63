import { drawPatience, type Patience } from './patience.ts';
import { pick, randomOf, seedOf } from './random.ts';
import { clipSpans, cutSpan, joinSpans, lengthOf } from './spans.ts';
import { type Arrival, keyOf, limitOf, type Person, type Rules, type Span, type World } from './world.ts';

/** Days of the week, Monday is 1, and minutes of the day; an end that is not behind the beginning is of the next day. */
export type Shift = { weekdays: readonly number[]; fromMinute: number; toMinute: number };

/** Changes of a scenario. `departmentId` '' is that of chats without a department. */
export type Change = { departmentId: string } & (
  | ({ kind: 'agents'; count: number; limit: number | null } & Shift)
  | { kind: 'limit'; limit: number }
  | { kind: 'mode'; isInTurn: boolean }
  | { kind: 'accept'; ms: number }
  | { kind: 'wait'; ms: number }
  | ({ kind: 'hours' } & Shift)
  | { kind: 'volume'; percent: number; fromHour: number; toHour: number }
);

const minuteMs = 60_000;
const dayMinutes = 1440;
const percent = 100;

/** The spans of a shift within the range. Minutes are counted from midnight; on the two days of a changed clock they are an hour off behind it. */
export const spansOf = ({ days }: Pick<World, 'days'>, { weekdays, fromMinute, toMinute }: Shift): Span[] =>
  days
    .filter(({ weekday }) => weekdays.includes(weekday))
    .map(({ from }): Span => {
      const minutes = toMinute > fromMinute ? toMinute : toMinute + dayMinutes;
      return [from + fromMinute * minuteMs, from + minutes * minuteMs];
    });

/** The world with the changes. What they do not fix is drawn by the seed. @param patience of departments' customers */
export function changeWorld(world: World, changes: readonly Change[], patience: ReadonlyMap<string, Patience>, seed: number): World {
  const changed = changes.reduce((before, change, place) => apply(before, change, seedOf(seed, `change ${place}`)), world);
  return { ...changed, arrivals: changed.arrivals.map((arrival) => withPatience(arrival, patience, seed)) };
}

/** A customer who was served, or missed, may wait longer now than they had to: how long is drawn among those who had waited as long. */
function withPatience(arrival: Arrival, patience: ReadonlyMap<string, Patience>, seed: number): Arrival {
  const of = patience.get(keyOf(arrival.departmentId));
  if (arrival.patienceMs !== null || !of || of.ms.length === 0) return arrival;
  return { ...arrival, patienceMs: drawPatience(of, arrival.waitedMs, randomOf(seedOf(seed, `patience ${arrival.chatId}`))) };
}

function apply(world: World, change: Change, seed: number): World {
  switch (change.kind) {
    case 'agents':
      return { ...world, people: change.count > 0 ? addPeople(world, change, seed) : removePeople(world, change, seed) };
    case 'limit':
      return withLimit(world, change.departmentId, change.limit);
    case 'mode':
      return withRules(world, change.departmentId, () => ({ isInTurn: change.isInTurn }));
    case 'accept':
      return withRules(world, change.departmentId, () => ({ acceptWithinMs: change.ms }));
    case 'wait':
      return withRules(world, change.departmentId, () => ({ missedAfterMs: change.ms }));
    case 'hours':
      return withRules(world, change.departmentId, ({ open }) => ({ open: openAs(world, open, change) }));
    case 'volume':
      return { ...world, arrivals: withVolume(world, change, seed) };
  }
}

const withRules = (world: World, key: string, toRules: (rules: Rules) => Partial<Rules>): World => {
  const rules = world.departments[key] ?? (world.departments[''] as Rules);
  return { ...world, departments: { ...world.departments, [key]: { ...rules, ...toRules(rules) } } };
};

function withLimit(world: World, key: string, chats: number): World {
  const limits = key === '' ? world.limits : { ...world.limits, [key]: chats * percent };
  const changed = { ...world, limits, usualLimit: key === '' ? chats * percent : world.usualLimit };
  return { ...changed, people: world.people.map((person) => ({ ...person, limit: limitOf(person, changed) })) };
}

type Agents = Extract<Change, { kind: 'agents' }>;

const ofDepartment = (people: readonly Person[], key: string): Person[] =>
  people.filter(({ departmentIds }) => key === '' || departmentIds.includes(key));

/** Added agents know what those of the department know together, and have its limit unless the change says another. */
function addPeople(world: World, { departmentId, count, limit, ...shift }: Agents, seed: number): Person[] {
  const others = ofDepartment(world.people, departmentId);
  const skills: Record<string, number> = {};
  for (const one of others) for (const [id, level] of Object.entries(one.skills)) skills[id] = Math.max(level, skills[id] ?? 0);
  const departmentIds = departmentId === '' ? [] : [departmentId];
  const bare = {
    departmentIds,
    languages: [...new Set(others.flatMap(({ languages }) => languages))],
    skills,
    priority: Math.max(0, ...others.map(({ priority }) => priority)),
    ownLimit: limit === null ? null : limit * percent,
    online: joinSpans(spansOf(world, shift)),
  };
  const made = { ...bare, limit: limitOf(bare, world) };
  return [...world.people, ...Array.from({ length: count }, (_, place) => ({ ...made, userId: `added ${seed} ${place}` }))];
}

/** So many of those who were there within a shift stay away: who they are is drawn for each day. */
function removePeople(world: World, { departmentId, count, ...shift }: Agents, seed: number): Person[] {
  const online = new Map(world.people.map(({ userId, online: spans }) => [userId, spans]));
  for (const span of spansOf(world, shift)) {
    const random = randomOf(seedOf(seed, String(span[0])));
    const there = ofDepartment(world.people, departmentId)
      .filter(({ userId }) => lengthOf(clipSpans(online.get(userId) ?? [], span)) > 0)
      .map(({ userId }) => ({ userId, by: random() }))
      .sort((one, other) => one.by - other.by);
    for (const { userId } of there.slice(0, -count)) online.set(userId, cutSpan(online.get(userId) ?? [], span));
  }
  return world.people.map((person) => ({ ...person, online: online.get(person.userId) ?? [] }));
}

/** Opens the department on these weekdays in this time alone, and on others as before. */
function openAs(world: World, open: readonly Span[] | null, { weekdays, ...shift }: Shift): Span[] {
  const all = { fromMinute: 0, toMinute: dayMinutes };
  const whole: readonly Span[] = open ?? [[world.from, Number.MAX_SAFE_INTEGER]];
  const left = spansOf(world, { weekdays, ...all }).reduce<readonly Span[]>((spans, day) => cutSpan(spans, day), whole);
  return joinSpans([...left, ...spansOf(world, { weekdays, ...shift })]);
}

type Volume = Extract<Change, { kind: 'volume' }>;
const hourMs = 3_600_000;

/** More chats are drawn among those of the same department and hour of the week; fewer are left out by chance. */
function withVolume(world: World, { departmentId, percent: more, fromHour, toHour }: Volume, seed: number): Arrival[] {
  const random = randomOf(seed);
  const placeOf = ({ at }: Arrival) => Math.floor((at - world.from) / hourMs);
  const isIn = (arrival: Arrival): boolean => {
    const hour = world.hourOfDay[placeOf(arrival)] ?? 0;
    return (
      keyOf(arrival.departmentId) === departmentId &&
      (toHour > fromHour ? hour >= fromHour && hour < toHour : hour >= fromHour || hour < toHour)
    );
  };
  const share = Math.abs(more) / percent;
  if (more <= 0) return world.arrivals.filter((arrival) => !isIn(arrival) || random() >= share);
  const slotOf = (arrival: Arrival) => placeOf(arrival) % (7 * 24);
  const bySlot = Map.groupBy(world.arrivals.filter(isIn), slotOf);
  const added = world.arrivals.filter(isIn).flatMap((arrival): Arrival[] => {
    const times = Math.floor(share) + Number(random() < share % 1);
    return Array.from({ length: times }, (_, place) => {
      const like = pick(bySlot.get(slotOf(arrival)) as Arrival[], random);
      const at = world.from + placeOf(arrival) * hourMs + Math.floor(random() * hourMs);
      return { ...like, chatId: `added ${arrival.chatId} ${place}`, at, agentId: null };
    });
  });
  return [...world.arrivals, ...added].sort((one, other) => one.at - other.at);
}
