import { readZip } from '#platform/files/zip.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { dataInvalid, left, type ReadData } from '../format/data.types.ts';
import { readAnswers } from './rasa.answers.ts';
import { readMarkdown } from './rasa.markdown.ts';
import { readNlu } from './rasa.nlu.ts';
import { type RasaFile, readYaml } from './rasa.yaml.ts';

export const isRasaName = (name: string): boolean => /\.ya?ml$/i.test(name);
const isMarkdown = (name: string): boolean => /\.md$/i.test(name);
/** Tells whether an archiver or a version control added the file. */
const isHidden = (name: string): boolean => /(?:^|\/)(?:\.|__MACOSX\/)/.test(name);
/** Conversations that the project is tested with are no data of the bot. */
const isTest = (name: string): boolean => /(?:^|\/)(?:tests?\/|test_[^/]*$)/i.test(name);

/** One YAML file of Rasa, or one of the Markdown of Rasa 1, which may have any of its sections. @throws DomainError bot.data_invalid */
export const readRasaData = (content: string): ReadData => readFiles([readMarkdown('', content) ?? readYaml('', content)], []);

/** A zip of a project: data, domain, rules and stories in as many files as there are. @throws DomainError bot.data_invalid */
export async function readRasaZip(path: string): Promise<ReadData> {
  const contents = await readZip(path, (name) => isRasaName(name) || isMarkdown(name), dataInvalid);
  const report: ReadData['report'] = [];
  const files: RasaFile[] = [];
  let fault: DomainError | undefined;
  for (const [name, bytes] of contents) {
    const leave = (message: string) => report.push(left('file', name, name, message));
    if (isHidden(name)) leave('Nothing is read from this file.');
    else if (isTest(name)) leave('Tests of the project are not read.');
    else if (isMarkdown(name)) {
      const file = readMarkdown(name, bytes.toString('utf8'));
      if (file) files.push(file);
    } else
      try {
        files.push(readYaml(name, bytes.toString('utf8')));
      } catch (error) {
        // Templates of deployments look like YAML and are none.
        if (!(error instanceof DomainError)) throw error;
        fault ??= error;
        leave(error.message);
      }
  }
  if (fault && !files.some(hasIntents)) throw fault;
  return readFiles(files, report);
}

const hasIntents = ({ sections }: RasaFile): boolean => Array.isArray(sections.nlu);

function readFiles(files: readonly RasaFile[], report: ReadData['report']): ReadData {
  if (!files.some(hasIntents)) throw dataInvalid('The file holds no nlu section with intents.');
  const data = readNlu(files, report);
  const outOfScope = readAnswers(files, data, report);
  return { intents: data.intents, entities: [...data.entities.values()], report, outOfScope };
}
