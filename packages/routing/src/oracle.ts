import type { Desk, Situation, Waiting } from './situation.ts';

/** A second, naive reading of the same rules, which shares no code with the decision: for tests. */
export function naivelyFits(chat: Waiting, desk: Desk): boolean {
  const weight = Math.min(chat.weight, desk.limit);
  const serves = chat.offeredTo.length === 0 || chat.offeredTo.filter((id) => desk.departmentIds.includes(id)).length > 0;
  const speaks = chat.language === null || desk.languages.includes(chat.language);
  const isAble = chat.skills.every(({ id, level }) => Object.entries(desk.skills).some(([own, has]) => own === id && has >= level));
  const isHers = chat.requiredId === null || chat.requiredId === desk.userId;
  const own = chat.departmentId !== null ? desk.departments[chat.departmentId] : undefined;
  const ofDepartment = !own || own.load + Math.min(chat.weight, own.limit) <= own.limit;
  const isThere = desk.isOnline && desk.isRouted && !desk.isWrappingUp && (desk.rampLeft === null || desk.rampLeft > 0);
  return (
    !chat.isClosed &&
    isThere &&
    serves &&
    speaks &&
    isAble &&
    isHers &&
    !chat.passedBy.includes(desk.userId) &&
    desk.load + weight <= desk.limit &&
    ofDepartment
  );
}

/** Looks at every chat and every desk for the next pair, as often as there is one. */
export function naivelyDecide(situation: Situation): { chatId: string; userId: string }[] {
  const desks = situation.desks.map((desk) => structuredClone(desk));
  const left = [...situation.waiting];
  const pairs: { chatId: string; userId: string }[] = [];
  let turn = Math.max(0, ...desks.map((desk) => desk.turn)) + 1;
  for (;;) {
    const first = left
      .filter((chat) => desks.some((desk) => naivelyFits(chat, desk)))
      .reduce<Waiting | null>((best, chat) => {
        if (!best) return chat;
        const key = ({ priority, rankAt, chatId }: Waiting) => [-priority, rankAt, chatId] as const;
        const [a, b] = [key(chat), key(best)];
        return a[0] < b[0] || (a[0] === b[0] && (a[1] < b[1] || (a[1] === b[1] && a[2] < b[2]))) ? chat : best;
      }, null);
    if (!first) return pairs;
    const scores = desks
      .filter((desk) => naivelyFits(first, desk))
      .map((desk) => ({
        desk,
        score: [
          first.preferredId === desk.userId ? 0 : 1,
          -desk.priority,
          first.isInTurn ? desk.turn : desk.load / desk.limit,
          first.isInTurn ? 0 : desk.idleSince,
        ],
      }));
    scores.sort((one, other) => {
      const place = one.score.findIndex((value, index) => value !== other.score[index]);
      if (place >= 0) return (one.score[place] as number) - (other.score[place] as number);
      return one.desk.userId < other.desk.userId ? -1 : 1;
    });
    const desk = scores[0]?.desk as { -readonly [Key in keyof Desk]: Desk[Key] };
    desk.load += first.weight;
    if (desk.rampLeft !== null) desk.rampLeft -= 1;
    desk.turn = turn++;
    const own = first.departmentId === null ? undefined : desk.departments[first.departmentId];
    if (own) own.load += first.weight;
    left.splice(left.indexOf(first), 1);
    pairs.push({ chatId: first.chatId, userId: desk.userId });
  }
}
