import { isCollection, isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { dataInvalid } from '../format/data.types.ts';
import { indentQuoted } from './rasa.indent.ts';

/** One YAML file, with the lines that its parts begin in. */
export type RasaFile = {
  name: string;
  /** Its sections by their name. */
  sections: Record<string, unknown>;
  /** 'data/nlu.yml line 12', or 'line 12' of a file that came alone. */
  placeOf: (path: readonly (string | number)[]) => string;
};

/** Sections that something is taken from. */
export const readSections = new Set([
  'version',
  'nlu',
  'intents',
  'entities',
  'slots',
  'responses',
  'templates',
  'forms',
  'rules',
  'stories',
  'language',
  'assistant_id',
]);
const settings = new Set(['pipeline', 'policies', 'actions', 'session_config', 'action_endpoint']);
/** A project's archive holds much that has nothing to do with the bot. */
export const isOfBot = ({ name, sections }: RasaFile): boolean =>
  name === '' || Object.keys(sections).some((key) => key !== 'version' && (readSections.has(key) || settings.has(key)));

/**
 * @param name '' for a file that came alone
 * @throws DomainError bot.data_invalid for what is no YAML
 */
export function readYaml(name: string, content: string): RasaFile {
  const given = parse(content);
  const { lines, document } = given.document.errors.length === 0 ? given : parse(indentQuoted(content));
  const [error] = document.errors;
  const invalid = (message: string) => dataInvalid(`${name === '' ? 'The file' : name} is not valid YAML: ${message.split('\n')[0]}`);
  if (error) throw invalid(error.message);
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 50 });
  } catch (thrown) {
    throw invalid((thrown as Error).message);
  }
  const isSections = data !== null && typeof data === 'object' && !Array.isArray(data);
  return {
    name,
    sections: isSections ? (data as Record<string, unknown>) : {},
    placeOf: (path) => {
      const node = path.length === 0 ? document.contents : (nodeAt(document.contents, path) as Node | undefined);
      const line = node?.range ? lines.linePos(node.range[0]).line : 1;
      return [name, `line ${line}`].filter((part) => part !== '').join(' ');
    },
  };
}

function parse(content: string) {
  const lines = new LineCounter();
  return { lines, document: parseDocument(content, { lineCounter: lines }) };
}

/** The key of an entry of a map, an entry of a list. */
function nodeAt(contents: unknown, path: readonly (string | number)[]): unknown {
  if (!isCollection(contents)) return undefined;
  const parent = path.length === 1 ? contents : contents.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (isMap(parent)) return parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(last))?.key;
  return isCollection(parent) ? parent.get(last, true) : undefined;
}
