import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Faults } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';

export type HeaderDraft = { key: number; name: string; value: string };

/** Stored headers in a form: their values are not told again. */
export const toHeaderDrafts = (names: readonly string[]): HeaderDraft[] => names.map((name, key) => ({ key, name, value: '' }));

const mostHeaders = 10;

export type HeaderFieldsProps = {
  headers: readonly HeaderDraft[];
  /** Names whose values the server has: they may stay empty. */
  stored: readonly string[];
  faults: Faults;
  onChange: (headers: HeaderDraft[]) => void;
};

/** Own headers that go along with each call to an address. */
export function HeaderFields({ headers, stored, faults, onChange }: HeaderFieldsProps) {
  const say = useWords(integrationWords.webhook);
  const nextKey = useRef(headers.length);
  const setHeader = (key: number, part: Partial<HeaderDraft>) =>
    onChange(headers.map((header) => (header.key === key ? { ...header, ...part } : header)));
  const addHeader = () => {
    onChange([...headers, { key: nextKey.current, name: '', value: '' }]);
    nextKey.current += 1;
  };
  return (
    <Fieldset legend={say('headers')}>
      <Stack gap="xs">
        {headers.map(({ key, name, value }, index) => (
          <Group key={key} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              aria-label={say('headerName', { number: index + 1 })}
              placeholder={say('headerNameHint')}
              maxLength={60}
              error={faults[`headers.${index}.name`]}
              value={name}
              onChange={(event) => setHeader(key, { name: event.currentTarget.value })}
            />
            <TextInput
              flex={1}
              aria-label={say('headerValue', { number: index + 1 })}
              placeholder={stored.includes(name) ? say('headerStored') : say('headerValueHint')}
              maxLength={1000}
              error={faults[`headers.${index}.value`]}
              value={value}
              onChange={(event) => setHeader(key, { value: event.currentTarget.value })}
            />
            <ActionIcon
              mt={4}
              color="red"
              aria-label={say('removeHeader', { number: index + 1 })}
              onClick={() => onChange(headers.filter((header) => header.key !== key))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={headers.length >= mostHeaders}
          onClick={addHeader}
        >
          {say('addHeader')}
        </Button>
      </Stack>
    </Fieldset>
  );
}
