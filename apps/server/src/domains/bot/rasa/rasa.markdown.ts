import type { RasaFile } from './rasa.yaml.ts';

/**
 * Rasa 1's Markdown: phrases under `## intent:name`, stories of `* intent` and `- action`. Read as the sections that the YAML of later
 * versions has.
 */
export const isMarkdownNlu = (content: string): boolean => /^##[ \t]*(?:intent|synonym|regex|lookup)[ \t]*:/m.test(content);
const isStories = (content: string): boolean => /^##[ \t]/m.test(content) && /^[ \t]*-[ \t]+(?:utter|action)_\w/m.test(content);

const longestLine = 4000;

type Entry = { [kind: string]: unknown; examples: { text: string }[] };
type Story = { story: string; steps: Record<string, unknown>[] };

/** @returns undefined for a file that is neither, such as a README */
export function readMarkdown(name: string, content: string): RasaFile | undefined {
  const isNlu = isMarkdownNlu(content);
  if (!isNlu && !isStories(content)) return undefined;
  const nlu: Entry[] = [];
  const stories: Story[] = [];
  const lines: Record<'nlu' | 'stories', number[]> = { nlu: [], stories: [] };
  for (const [index, given] of withoutComments(content).split('\n').entries()) {
    const line = given.slice(0, longestLine);
    const [, heading] = /^##\s*(.*\S)/.exec(line) ?? [];
    if (heading !== undefined) {
      const [, kind = '', label = ''] = /^(\w+)\s*:\s*(.+)$/.exec(heading) ?? [];
      if (isNlu) nlu.push({ [kind || heading]: label, examples: [] });
      else stories.push({ story: heading, steps: [] });
      lines[isNlu ? 'nlu' : 'stories'].push(index + 1);
    } else if (line.trim() === '') continue;
    else if (isNlu) addLine(nlu.at(-1), line.trim());
    else addStep(stories.at(-1), line.trim());
  }
  return {
    name,
    sections: isNlu ? { nlu } : { stories },
    placeOf: ([section, index]) => {
      const line = section === 'nlu' || section === 'stories' ? lines[section][Number(index)] : undefined;
      return [name, `line ${line ?? 1}`].filter((part) => part !== '').join(' ');
    },
  };
}

/** Removes comments, but keeps their lines. */
function withoutComments(content: string): string {
  let text = '';
  let last = 0;
  for (let start = content.indexOf('<!--'); start !== -1; start = content.indexOf('<!--', last)) {
    const end = content.indexOf('-->', start);
    if (end === -1) break;
    text += content.slice(last, start) + '\n'.repeat(content.slice(start, end).split('\n').length - 1);
    last = end + '-->'.length;
  }
  return text + content.slice(last);
}

function addLine(entry: Entry | undefined, line: string): void {
  const [, example] = /^[-*+]\s+(.*)$/.exec(line) ?? [];
  if (example !== undefined) entry?.examples.push({ text: example });
  // a lookup may name the file that its list is in
  else if (entry) entry[`the list in ${line}`] = true;
}

function addStep(story: Story | undefined, line: string): void {
  const [, mark, rest = ''] = /^([*-])\s*(.*)$/.exec(line) ?? [];
  if (!story || mark === undefined) return;
  if (mark === '*') {
    const intents = rest.split(/\s+OR\s+/).map((each) => ({ intent: each.replace(/[{[(].*$/, '').trim() }));
    story.steps.push({ or: intents });
    return;
  }
  const [, event, detail = ''] = /^(\w+)\s*(\{.*\})\s*$/.exec(rest) ?? [];
  const [, form] = /"name"\s*:\s*(?:"([^"]*)"|null)/.exec(detail) ?? [];
  if (event === 'form') story.steps.push({ active_loop: form ?? null });
  else if (event === undefined) story.steps.push({ action: rest.trim() });
  else story.steps.push({ [event]: detail });
}
