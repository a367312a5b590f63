import { dataInvalid, type ReadData } from './data.types.ts';
import { readZip } from './data.zip.ts';
import { readDomain } from './rasa.domain.ts';
import { readNlu } from './rasa.nlu.ts';
import { type RasaFile, readYaml } from './rasa.yaml.ts';

const yamlName = /\.ya?ml$/i;

/** One YAML file of Rasa, which may have any of its sections. @throws DomainError bot.data_invalid */
export const readRasaData = (content: string): ReadData => readFiles([readYaml('', content)]);

/** A zip of a project: data, domain, rules and stories in as many files as there are. @throws DomainError bot.data_invalid */
export async function readRasaZip(path: string): Promise<ReadData> {
  const files = await readZip(path, (name) => yamlName.test(name));
  return readFiles([...files].map(([name, bytes]) => readYaml(name, bytes.toString('utf8'))));
}

function readFiles(files: readonly RasaFile[]): ReadData {
  const report: ReadData['report'] = [];
  if (!files.some(({ sections }) => Array.isArray(sections.nlu))) throw dataInvalid('The YAML holds no nlu section with intents.');
  const data = readNlu(files, report);
  const outOfScope = readDomain(files, data, report);
  return { intents: data.intents, entities: [...data.entities.values()], report, outOfScope };
}
