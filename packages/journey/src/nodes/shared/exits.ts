import type { ChoiceItem } from '../../document/fields.ts';

/**
 * One way out of a node. `needed`: a stream cannot be published while nothing is joined to it. What is not needed falls back: to `error`, and
 * without that to the stream's error text.
 */
export type Exit = { id: string; needed: boolean };

/** Ways out of a kind of node. The canvas draws by them before the schemas have arrived: they import no schema but its type. */
export type Exits<Config> = {
  /** Ways out, in the order in which they are drawn */
  list(config: Config): Exit[];
  /** The author's title of an exit that has an id of its own, '' where it lacks one; left out: the title of the item */
  title?(config: Config, exit: string, pick: (texts: Readonly<Record<string, string>>) => string): string;
  /** Items that can be tapped, as the document has them; left out: none */
  items?(config: Config): readonly ChoiceItem[];
  /** The node that it goes on with, where no edge says so */
  leadsTo?(config: Config): string;
};

export const needed = (...ids: string[]): Exit[] => ids.map((id) => ({ id, needed: true }));
export const optional = (...ids: string[]): Exit[] => ids.map((id) => ({ id, needed: false }));

const sent = optional('refused', 'error');
export const sentAndWatched = ({ sending }: { sending: { until: string } }): Exit[] =>
  sending.until === 'queued' ? sent : optional('failed', 'refused', 'error');
export const replies = (items: readonly ChoiceItem[]): Exit[] =>
  items.filter(({ action }) => action.kind === 'reply').map(({ id }) => ({ id, needed: true }));
export const timeout = (seconds: number | null): Exit[] => (seconds === null ? [] : needed('timeout'));

/** Exits of a node that sends and goes on. */
export const sendExits: Exits<{ sending: { until: string } }> = { list: (config) => [...needed('next'), ...sentAndWatched(config)] };

/** Exits of a node that does its work and goes on. */
export const workExits: Exits<unknown> = { list: () => [...needed('next'), ...optional('error')] };

type Choosing = { waits: boolean; timeoutSeconds: number | null; sending: { until: string } };
/** Exits of a node with items: each reply where it waits, otherwise `next`. */
export const choiceExitsOf = <Config extends Choosing>(items: (config: Config) => readonly ChoiceItem[]): Exits<Config> => ({
  list: (config) =>
    config.waits
      ? [...replies(items(config)), ...optional('other'), ...timeout(config.timeoutSeconds), ...sentAndWatched(config)]
      : [...needed('next'), ...sentAndWatched(config)],
  items,
});
export const choiceExits = choiceExitsOf<Choosing & { items: readonly ChoiceItem[] }>(({ items }) => items);

type Asked = { asking: { timeoutSeconds: number | null }; sending: { until: string } };
/** Exits of a question. */
export const answerExits: Exits<Asked> = {
  list: (config) => [...needed('ok'), ...optional('invalid'), ...timeout(config.asking.timeoutSeconds), ...sentAndWatched(config)],
};
