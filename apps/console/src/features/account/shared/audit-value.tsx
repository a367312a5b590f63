import { List, Text } from '@mantine/core';
import { formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { auditWords } from '../../../locales/audit.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
type Shortened = { text: string; length: number; sha256: string };
const isShortened = (value: object): value is Shortened => 'sha256' in value && 'length' in value;

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
const Lines = ({ lines }: { lines: string[] }) => (
  <List size="sm" listStyleType="none">
    {lines.map((line) => (
      <List.Item key={line}>{line}</List.Item>
    ))}
  </List>
);

/** A value of the trail as people read it: lists as lists, instants in their own zone, long texts by their beginning. */
export function AuditValue({ value, isHidden }: { value: unknown; isHidden: boolean }) {
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
  if (Array.isArray(value)) return <Lines lines={value.map(textOf)} />;
  if (typeof value === 'boolean') return <Text size="sm">{say(value ? 'yes' : 'no')}</Text>;
  if (typeof value === 'object' && isShortened(value))
    return <Text size="sm">{say('shortened', { text: value.text, length: value.length })}</Text>;
  if (typeof value === 'object')
    return (
      <Lines
        lines={Object.entries(value).map(([name, part]) => `${name}: ${part === null || isEmpty(part) ? say('empty') : textOf(part)}`)}
      />
    );
  if (value === 'set' || value === 'changed') return <Text size="sm">{say(value)}</Text>;
  return <Text size="sm">{typeof value === 'string' && instant.test(value) ? formatTimestamp(value) : textOf(value)}</Text>;
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return isShortened(value) ? `${value.text} …` : JSON.stringify(value);
}
