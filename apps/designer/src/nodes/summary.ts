import type { Document, LocalText, Node } from '@parley/journey';
import { formatClock } from '@parley/ui/format';
import { nodeOf } from '../editor/index-of.ts';
import en from '../locales/en/designer.json';
import { designerWords } from '../words.ts';
import { showSeconds } from './duration.ts';

const say = designerWords.sum;

/** The words of a text that whoever builds the stream reads: in its first language, or whichever there is. */
export const pickText = (text: LocalText, languages: readonly string[]): string =>
  text[languages[0] ?? ''] ?? Object.values(text).find((words) => words !== '') ?? '';

const operatorWord = (operator: string) => (Object.hasOwn(en.operator, operator) ? designerWords.operator(operator as never) : operator);

/** Summarises a node in a few words for its card; '' if its name says it. */
export function summaryOf(document: Document, node: Node): string {
  const text = (local: LocalText) => pickText(local, document.languages);
  switch (node.type) {
    case 'message.text':
    case 'message.buttons':
    case 'message.list':
    case 'input.text':
    case 'input.number':
    case 'input.date':
    case 'input.phone':
    case 'input.email':
    case 'input.choice':
    case 'input.media':
    case 'input.location':
    case 'input.form':
      return text(node.config.text);
    case 'message.media': {
      const { media, caption } = node.config;
      return [media.kind === 'library' ? media.media.name : media.source, text(caption)].filter((part) => part !== '').join(' · ');
    }
    case 'message.template':
      return node.config.template.name;
    case 'message.card':
      return node.config.cards
        .map(({ title }) => text(title))
        .filter((title) => title !== '')
        .join(' · ');
    case 'message.location':
      return text(node.config.name) || `${node.config.latitude}, ${node.config.longitude}`;
    case 'logic.condition': {
      const { rows, source } = node.config.test;
      if (source !== '' || !rows) return source;
      return rows.groups
        .map((group) =>
          group.rows
            .filter(({ field }) => field !== '')
            .map(({ field, operator, values }) => `${field} ${operatorWord(operator)} ${values.join(', ')}`.trim())
            .join(` ${say(group.match)} `),
        )
        .filter((part) => part !== '')
        .join(` ${say(rows.match)} `);
    }
    case 'logic.switch':
      return node.config.value;
    case 'logic.split':
      return node.config.shares.map(({ name, share }) => `${name} ${share / 100} %`.trim()).join(' · ');
    case 'logic.wait': {
      const { until } = node.config;
      if (until.kind === 'duration') return showSeconds(until.seconds);
      if (until.kind === 'date') return say('untilDate', { date: until.date });
      if (until.kind === 'clock') return say('untilClock', { time: formatClock(until.time) });
      if (until.kind === 'event') return say('untilEvent', { event: until.event });
      return say('untilReceipt', { node: nameOf(document, until.node) });
    }
    case 'logic.open':
      return node.config.calendar.name;
    case 'logic.loop':
      return node.config.list === '' ? say('times', { count: node.config.most }) : say('each', { list: node.config.list });
    case 'logic.goto':
      return nameOf(document, node.config.node);
    case 'logic.stream':
      return node.config.stream.name;
    case 'data.set':
      return node.config.assignments.map(({ variable, value }) => `${variable} = ${value}`).join('\n');
    case 'data.customer':
      return node.config.attributes.map(({ attribute, value }) => `${attribute.name} = ${value}`).join('\n');
    case 'data.sets':
      return say(node.config.action, { sets: node.config.sets.map(({ name }) => name).join(', ') });
    case 'data.http':
      return `${node.config.method} ${node.config.address}`;
    case 'data.query':
      return node.config.statement;
    case 'data.speech':
      return node.config.media;
    case 'talk.skill':
      return node.config.bot.name;
    case 'talk.knowledge':
      return node.config.question;
    case 'talk.department':
      return node.config.department.name;
    case 'talk.end':
      return text(node.config.text);
    case 'mark.milestone':
      return document.milestones.find(({ id }) => id === node.config.milestone)?.name ?? '';
    case 'mark.note':
      return node.config.text;
    case 'mark.end':
      return node.config.outcome;
  }
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);

/** Returns a node's name for lists and screen readers: its own name, else its summary, else its type. */
export function nameOf(document: Document, id: string): string {
  const node = nodeOf(document, id);
  return node ? titleOf(document, node) : '';
}
export function titleOf(document: Document, node: Node): string {
  if (node.name !== '') return node.name;
  const summary = node.type === 'logic.goto' ? '' : summaryOf(document, node).replace(/\s+/g, ' ').trim();
  return summary === '' ? typeWord(node.type) : cut(summary, 40);
}
export const typeWord = (type: Node['type']): string =>
  designerWords.node(type.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()) as never);
