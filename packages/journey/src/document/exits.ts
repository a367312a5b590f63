import type { ChoiceItem } from './fields.ts';
import type { ConfigOf, Node, NodeType } from './node.ts';

/** Names of exits; an item, a case or an intent of a node has its own id for an exit. */
export const exitNames = [
  'next',
  'ok',
  'yes',
  'no',
  'other',
  'each',
  'done',
  'ended',
  'rows',
  'none',
  'unsure',
  'empty',
  'answered',
  'notFound',
  'notUnderstood',
  'handOver',
  'returned',
  'missed',
  'outOfHours',
  'late',
  'invalid',
  'closed',
  'timeout',
  'unknown',
  'failed',
  'refused',
  'error',
] as const;
export type ExitName = (typeof exitNames)[number];

/**
 * One way out of a node. `needed`: a stream cannot be published while nothing is joined to it. What is not needed falls back: to `error`, and
 * without that to the stream's error text.
 */
export type Exit = { id: string; needed: boolean };

const needed = (...ids: string[]): Exit[] => ids.map((id) => ({ id, needed: true }));
const optional = (...ids: string[]): Exit[] => ids.map((id) => ({ id, needed: false }));

const sent = optional('refused', 'error');
const sentAndWatched = ({ sending }: { sending: { until: string } }): Exit[] =>
  sending.until === 'queued' ? sent : optional('failed', 'refused', 'error');
const replies = (items: readonly ChoiceItem[]): Exit[] =>
  items.filter(({ action }) => action.kind === 'reply').map(({ id }) => ({ id, needed: true }));
const timeout = (seconds: number | null): Exit[] => (seconds === null ? [] : needed('timeout'));

/** Exits of a node with items: each reply where it waits, otherwise `next`. */
const choices = (config: {
  items: readonly ChoiceItem[];
  waits: boolean;
  timeoutSeconds: number | null;
  sending: { until: string };
}): Exit[] =>
  config.waits
    ? [...replies(config.items), ...optional('other'), ...timeout(config.timeoutSeconds), ...sentAndWatched(config)]
    : [...needed('next'), ...sentAndWatched(config)];

type Asked = { asking: { timeoutSeconds: number | null }; sending: { until: string } };
const answer = (config: Asked): Exit[] => [
  ...needed('ok'),
  ...optional('invalid'),
  ...timeout(config.asking.timeoutSeconds),
  ...sentAndWatched(config),
];

const exits: { [Type in NodeType]: (config: ConfigOf<Type>) => Exit[] } = {
  'message.text': (config) => [...needed('next'), ...sentAndWatched(config)],
  'message.media': (config) => [...needed('next'), ...sentAndWatched(config)],
  'message.location': (config) => [...needed('next'), ...sentAndWatched(config)],
  'message.buttons': choices,
  'message.list': choices,
  'message.template': choices,
  'message.card': (config) => choices({ ...config, items: config.cards.flatMap(({ items }) => items) }),
  'input.text': answer,
  'input.number': answer,
  'input.date': answer,
  'input.phone': answer,
  'input.email': answer,
  'input.media': answer,
  'input.location': answer,
  'input.choice': (config) => {
    const { options, isSplit, isSeveral } = config;
    if (options.kind !== 'fixed' || !isSplit || isSeveral) return answer(config);
    return [...replies(options.items), ...answer(config).filter(({ id }) => id !== 'ok')];
  },
  'input.form': (config) => [...needed('ok'), ...optional('closed'), ...timeout(config.timeoutSeconds), ...sentAndWatched(config)],
  'logic.condition': () => [...needed('yes', 'no'), ...optional('error')],
  'logic.switch': ({ cases }) => [...needed(...cases.map(({ id }) => id), 'other'), ...optional('error')],
  'logic.split': ({ shares }) => needed(...shares.map(({ id }) => id)),
  'logic.wait': ({ until, notAfter }) => [
    ...needed('next'),
    ...(notAfter === '' ? [] : needed('late')),
    ...('timeoutSeconds' in until ? timeout(until.timeoutSeconds) : []),
    ...optional('error'),
  ],
  'logic.open': ({ mostSeconds }) => [...needed('next'), ...timeout(mostSeconds), ...optional('error')],
  'logic.loop': () => [...needed('each', 'done'), ...optional('error')],
  'logic.goto': () => [],
  'logic.stream': () => [...needed('done'), ...optional('ended', 'error')],
  'data.set': () => [...needed('next'), ...optional('error')],
  'data.customer': () => [...needed('next'), ...optional('error')],
  'data.sets': () => [...needed('next'), ...optional('error')],
  'data.http': ({ statuses }) => [...needed('ok', ...statuses.map(({ id }) => id)), ...optional('unknown', 'error')],
  'data.query': () => [...needed('rows'), ...optional('none', 'unknown', 'error')],
  'data.speech': () => [...needed('ok'), ...optional('unsure', 'empty', 'unknown', 'error')],
  'talk.skill': ({ intents, timeoutSeconds }) => [
    ...needed(...intents.map(({ id }) => id), 'done'),
    ...optional('notUnderstood', 'handOver'),
    ...timeout(timeoutSeconds),
    ...optional('error'),
  ],
  'talk.knowledge': () => [...needed('answered'), ...optional('notFound', 'error')],
  'talk.department': ({ returns, timeoutSeconds }) => [
    ...(returns ? needed('returned') : []),
    ...optional('missed', 'outOfHours'),
    ...timeout(timeoutSeconds),
    ...optional('error'),
  ],
  'talk.end': () => [...needed('next'), ...optional('error')],
  'mark.milestone': () => needed('next'),
  'mark.note': () => [],
  'mark.end': () => [],
};

/** The ways out of a node, in the order in which they are drawn. */
export const exitsOf = (node: Node): Exit[] => (exits[node.type] as (config: unknown) => Exit[])(node.config);

/** A wait of so many seconds is one; a shorter one keeps nobody from being written to again and again. */
const leastWait = 60;
/** Exits of any node that are taken at once, or by a receipt of what it has sent itself. */
const atOnce: ReadonlySet<string> = new Set(['refused', 'failed', 'late']);

/**
 * Whether somebody who leaves a node by an exit has waited there for something that the stream does not cause itself, so that a circle over this
 * edge cannot run by itself. @param isDateAhead of a wait for a date: whether the date may lie ahead each time
 */
export function waitsBefore(node: Node, exit: string, isDateAhead: boolean): boolean {
  if (atOnce.has(exit)) return false;
  const { type, config } = node;
  if (exit === 'timeout') return (timeoutOf(node) ?? Number.POSITIVE_INFINITY) >= leastWait;
  switch (type) {
    case 'message.buttons':
    case 'message.list':
    case 'message.template':
    case 'message.card':
      return config.waits;
    case 'logic.wait': {
      if (exit === 'error') return false;
      const { until } = config;
      if (until.kind === 'duration') return until.seconds >= leastWait;
      return until.kind === 'date' ? isDateAhead : until.kind !== 'receipt';
    }
    // It goes round so often and not more, but a walk that has left it may come back.
    case 'logic.loop':
      return exit === 'each';
    case 'logic.open':
    case 'talk.skill':
      return true;
    case 'talk.department':
      return config.returns && exit !== 'outOfHours' && exit !== 'error';
    default:
      return type.startsWith('input.');
  }
}

function timeoutOf({ config }: Node): number | null {
  if ('asking' in config) return config.asking.timeoutSeconds;
  if ('until' in config) return 'timeoutSeconds' in config.until ? config.until.timeoutSeconds : null;
  if ('mostSeconds' in config) return config.mostSeconds;
  return 'timeoutSeconds' in config ? config.timeoutSeconds : null;
}
