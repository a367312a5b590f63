import { List, Mark, Text } from '@mantine/core';
import { formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { auditWords } from '../../../locales/audit.ts';
import { differingLines, differingPart, type Part } from './differing-part.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
type Shortened = { text: string; length: number; sha256: string };
const isShortened = (value: object): value is Shortened => 'sha256' in value && 'length' in value;

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
/** @param others of the value on the other side; undefined: nothing is marked */
function Lines({ lines, others }: { lines: string[]; others: string[] | undefined }) {
  const parts = others && differingLines(lines, others);
  return (
    <List size="sm" listStyleType="none">
      {lines.map((line, place) => (
        <List.Item key={line}>
          <Marked text={line} part={parts?.[place]} />
        </List.Item>
      ))}
    </List>
  );
}

function Marked({ text, part }: { text: string; part: Part | undefined }) {
  if (!part || part.from === part.to) return text;
  return (
    <>
      {text.slice(0, part.from)}
      <Mark>{text.slice(part.from, part.to)}</Mark>
      {text.slice(part.to)}
    </>
  );
}

type AuditValueProps = {
  value: unknown;
  isHidden: boolean;
  /** The value that it is compared with: what differs from it is marked */
  other?: unknown;
};

/** A value of the trail as people read it: lists as lists, instants in their own zone, long texts by their beginning. */
export function AuditValue({ value, isHidden, other }: AuditValueProps) {
  const say = useWords(auditWords.detail);
  if (value === null || value === undefined || isEmpty(value))
    return (
      <Text size="sm" c="dimmed">
        {say('empty')}
      </Text>
    );
  if (isHidden)
    return (
      <Text size="sm" title={say('hidden')}>
        {String(value)}
      </Text>
    );
  const linesOf = (one: unknown): string[] | undefined => toLines(one, say('empty'));
  const others = other === undefined ? undefined : (linesOf(other) ?? (other === null || other === '' ? [] : [textOf(other)]));
  const lines = linesOf(value);
  if (lines) return <Lines lines={lines} others={others} />;
  if (typeof value === 'boolean') return <Text size="sm">{say(value ? 'yes' : 'no')}</Text>;
  if (typeof value === 'object' && isShortened(value))
    return <Text size="sm">{say('shortened', { text: value.text, length: value.length })}</Text>;
  if (value === 'set' || value === 'changed') return <Text size="sm">{say(value)}</Text>;
  if (typeof value === 'string' && instant.test(value)) return <Text size="sm">{formatTimestamp(value)}</Text>;
  const text = textOf(value);
  return (
    <Text size="sm">
      <Marked text={text} part={others && differingPart(text, others[0] ?? '')} />
    </Text>
  );
}

/** A list by its entries, a record by its fields; undefined for what is one text. */
function toLines(value: unknown, empty: string): string[] | undefined {
  if (Array.isArray(value)) return value.map(textOf);
  if (typeof value !== 'object' || value === null || isShortened(value)) return undefined;
  return Object.entries(value).map(([name, part]) => `${name}: ${part === null || isEmpty(part) ? empty : textOf(part)}`);
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return isShortened(value) ? `${value.text} …` : JSON.stringify(value);
}
