import { z } from '@parley/contract';
import type { RasaFile } from './rasa.yaml.ts';

/** Rasa's ready-made extractors, and the entities here that read the same. */
const twins: Record<string, string> = {
  time: 'sys.datetime',
  number: 'sys.number',
  'amount-of-money': 'sys.currency',
  email: 'sys.email',
  url: 'sys.url',
  'phone-number': 'sys.phone-number',
  distance: 'sys.distance',
  duration: 'sys.duration',
  ordinal: 'sys.ordinal',
  temperature: 'sys.temperature',
  PERSON: 'sys.person',
  GPE: 'sys.location',
  LOC: 'sys.location',
};
/** Names that nobody gives to an entity of one's own. */
const unmistakable = new Set(['amount-of-money', 'phone-number', 'PERSON', 'GPE', 'LOC']);

/** The entity that reads what a ready-made one of Rasa does. */
export const twinOf = (entity: string): string | undefined => twins[entity];

const Component = z.object({ name: z.string().catch(''), dimensions: z.array(z.string()).catch([]) }).catch({ name: '', dimensions: [] });

/**
 * Entities that the project's pipeline finds by itself. Their marks in phrases are examples: a list made of them would know five sums of money.
 * An `email` or a `time` that the pipeline does not name may be a list of the project's own.
 */
export function readyMade(files: readonly RasaFile[]): ReadonlySet<string> {
  const names = new Set(unmistakable);
  for (const { sections } of files)
    for (const { name, dimensions } of z.array(Component).catch([]).parse(sections.pipeline))
      if (/duckling|spacy/i.test(name)) for (const dimension of dimensions) if (twins[dimension]) names.add(dimension);
  return names;
}
