import { Button, Select, Stack, Text } from '@mantine/core';
import { type FormDocument, type FormFinding, type FormScreen, fieldsOf } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconTrash } from '@tabler/icons-react';
import { newId } from '../../editor/edits.ts';
import { useForm } from '../../fields/form-context.ts';
import { Rows } from '../../fields/rows.tsx';
import { TextField } from '../../fields/text-field.tsx';
import { removeScreen, setScreen } from '../editor/form-edits.ts';
import { useFormEditor, useFormState } from '../editor/use-form-editor.ts';
import { formWords } from '../words.ts';
import { ConditionSource } from './condition-source.tsx';

type Way = FormScreen['next'][number];
type Props = { screen: FormScreen; findings: readonly FormFinding[]; wordsOf: (finding: FormFinding) => string };

/** Title, text and ways out of a screen. */
export function ScreenSettings({ screen, findings, wordsOf }: Props) {
  const say = useWords(formWords.setting);
  const editor = useFormEditor();
  const { document, isReadOnly } = useFormState();
  const set = (changes: Partial<FormScreen>) =>
    editor.change(setScreen(editor.document, screen.id, changes), `${screen.id} ${Object.keys(changes).join()}`);
  const at = document.screens.findIndex(({ id }) => id === screen.id);
  const fields = fieldsOf({ screens: document.screens.slice(0, at + 1) }).filter(({ name }) => name !== '');
  return (
    <Stack gap="md">
      <TextField label={say('title')} isLine maxLength={200} value={screen.title} onChange={(title) => set({ title })} />
      <TextField label={say('text')} value={screen.text} onChange={(text) => set({ text })} />
      <Rows
        label={say('ways')}
        description={say('waysWhy')}
        rows={screen.next}
        most={20}
        canMove
        addLabel={say('addWay')}
        keyOf={({ id }) => id}
        make={(): Way => ({ id: newId(), when: 'true', to: document.screens[at + 2]?.id ?? 'end' })}
        onChange={(next) => set({ next })}
        draw={(way, change) => (
          <Stack gap={6}>
            <ConditionSource
              label={say('when')}
              value={way.when === 'true' ? '' : way.when}
              fields={fields}
              onChange={(when) => change({ ...way, when: when || 'true' })}
            />
            <Destination
              way={way}
              document={document}
              at={at}
              fault={
                findings
                  .filter(({ part }) => part === `next.${way.id}`)
                  .map(wordsOf)
                  .join(' ') || undefined
              }
              onChange={(to) => change({ ...way, to })}
            />
          </Stack>
        )}
      />
      <Text size="xs" c="dimmed">
        {at + 1 < document.screens.length ? say('elseBelow') : say('elseEnd')}
      </Text>
      {!isReadOnly && document.screens.length > 1 && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconTrash size={15} aria-hidden />}
          onClick={() => editor.change(removeScreen(editor.document, screen.id))}
        >
          {say('removeScreen')}
        </Button>
      )}
    </Stack>
  );
}

type DestinationProps = { way: Way; document: FormDocument; at: number; fault: string | undefined; onChange: (to: string) => void };

/** Ways lead to screens below; one that was moved above is still shown, with what is wrong with it. */
function Destination({ way, document, at, fault, onChange }: DestinationProps) {
  const say = useWords(formWords.setting);
  const { isReadOnly, language } = useForm();
  const nameOf = ({ title }: FormScreen, place: number) =>
    title[language] || Object.values(title)[0] || formWords.outline('screen', { place: place + 1 });
  return (
    <Select
      label={say('to')}
      readOnly={isReadOnly}
      allowDeselect={false}
      error={fault}
      data={[
        ...document.screens.flatMap((screen, place) =>
          place > at || screen.id === way.to ? [{ value: screen.id, label: nameOf(screen, place) }] : [],
        ),
        { value: 'end', label: say('end') },
      ]}
      value={way.to}
      onChange={(to) => to && onChange(to)}
    />
  );
}
