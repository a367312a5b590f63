import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import { newId } from '../editor/edits.ts';
import { useEditor, useEditorState } from '../editor/use-editor.ts';
import { Rows } from '../fields/rows.tsx';
import { languageNames } from '../nodes/language-names.ts';
import { designerWords } from '../words.ts';
import { FormFrame } from './form-frame.tsx';
import { Panel } from './panel.tsx';

const isLanguage = (code: string) => /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/.test(code);

/** The stream's milestones, in the order in which reports count them, and its languages. */
export function PartsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(designerWords.parts);
  const editor = useEditor();
  const { milestones, languages } = useEditorState((state) => state.document);
  const isReadOnly = useEditorState((state) => state.isReadOnly);
  const [wanted, setWanted] = useState<string | null>(null);
  const known = languageNames();
  return (
    <FormFrame>
      <Panel title={say('title')} onClose={onClose}>
        <Rows
          label={say('milestones')}
          description={say('milestonesWhy')}
          rows={milestones}
          most={100}
          canMove
          keyOf={({ id }) => id}
          make={() => ({ id: newId(), name: say('newMilestone', { place: milestones.length + 1 }) })}
          onChange={(next) => editor.change([{ kind: 'setMilestones', milestones: next }], 'milestones')}
          draw={(milestone, change) => (
            <TextInput
              aria-label={say('milestone')}
              value={milestone.name}
              readOnly={isReadOnly}
              maxLength={60}
              onChange={(event) => event.currentTarget.value !== '' && change({ ...milestone, name: event.currentTarget.value })}
            />
          )}
        />
        <Rows
          label={say('languages')}
          description={say('languagesWhy')}
          rows={languages}
          least={1}
          most={languages.length}
          canMove
          keyOf={(code) => code}
          make={() => 'en'}
          onChange={(next) => editor.change([{ kind: 'setLanguages', languages: next }])}
          draw={(code) => (
            <Text size="sm" py={6}>
              {known.find((one) => one.code === code)?.name ?? code}{' '}
              <Text span c="dimmed" size="xs">
                {code}
              </Text>
            </Text>
          )}
        />
        {!isReadOnly && languages.length < 20 && (
          <Group gap="xs" align="flex-end">
            <Select
              flex={1}
              label={say('addLanguage')}
              searchable
              data={known.filter(({ code }) => !languages.includes(code)).map(({ code, name }) => ({ value: code, label: name }))}
              value={wanted}
              onChange={setWanted}
            />
            <Button
              variant="default"
              disabled={wanted === null}
              onClick={() => {
                if (wanted !== null && isLanguage(wanted)) editor.change([{ kind: 'setLanguages', languages: [...languages, wanted] }]);
                setWanted(null);
              }}
            >
              {say('add')}
            </Button>
          </Group>
        )}
      </Panel>
    </FormFrame>
  );
}
