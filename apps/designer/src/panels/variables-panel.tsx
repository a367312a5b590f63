import { Badge, Checkbox, Group, Paper, Select, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { type Variable, variableTypes } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import { useEditor, useEditorState } from '../editor/use-editor.ts';
import { usesOf } from '../editor/uses.ts';
import { RefField } from '../fields/ref-field.tsx';
import { Rows } from '../fields/rows.tsx';
import { SourceField } from '../fields/source-field.tsx';
import { nameOf } from '../nodes/summary.ts';
import { useShell } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import { FormFrame } from './form-frame.tsx';
import { Panel } from './panel.tsx';

const isName = (name: string) => /^[a-z][a-zA-Z0-9_]{0,59}$/.test(name);

/** Variables of a stream, and the places that use each. */
export function VariablesPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(designerWords.variable);
  const editor = useEditor();
  const variables = useEditorState((state) => state.document.variables);
  const set = (next: Variable[], key = '') => editor.change([{ kind: 'setVariables', variables: next }], key);
  const freeName = () => {
    for (let place = variables.length + 1; ; place += 1)
      if (!variables.some(({ name }) => name === `value${place}`)) return `value${place}`;
  };
  return (
    <FormFrame>
      <Panel title={say('title')} onClose={onClose}>
        <Rows
          label={say('list')}
          rows={variables}
          most={200}
          make={(): Variable => ({ name: freeName(), type: 'Text', default: '', isSensitive: false, saveTo: null })}
          onChange={(next) => set(next, 'variables')}
          draw={(variable, change, place) => (
            <VariableRow
              variable={variable}
              isTaken={(name) => variables.some((one, at) => at !== place && one.name === name)}
              onChange={change}
            />
          )}
        />
        {variables.length === 0 && (
          <Text size="sm" c="dimmed">
            {say('none')}
          </Text>
        )}
      </Panel>
    </FormFrame>
  );
}

function VariableRow({
  variable,
  isTaken,
  onChange,
}: {
  variable: Variable;
  isTaken: (name: string) => boolean;
  onChange: (variable: Variable) => void;
}) {
  const say = useWords(designerWords.variable);
  const { goTo } = useShell();
  const document = useEditorState((state) => state.document);
  const isReadOnly = useEditorState((state) => state.isReadOnly);
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? variable.name;
  const uses = usesOf(document, variable.name);
  const fault = !isName(name) ? say('badName') : isTaken(name) ? say('taken') : undefined;
  const leave = () => {
    if (typed !== null && fault === undefined && typed !== variable.name) onChange({ ...variable, name: typed });
    setTyped(null);
  };
  return (
    <Paper withBorder p="xs" radius="md">
      <Stack gap={6}>
        <Group gap={6} wrap="nowrap" align="flex-start" grow>
          <TextInput
            aria-label={say('name')}
            value={name}
            error={typed === null ? undefined : fault}
            readOnly={isReadOnly}
            maxLength={60}
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={leave}
            onKeyDown={(event) => event.key === 'Enter' && leave()}
          />
          <Select
            aria-label={say('type')}
            readOnly={isReadOnly}
            data={variableTypes.map((type) => ({ value: type, label: say(`type_${type}`) }))}
            value={variable.type}
            onChange={(next) => onChange({ ...variable, type: variableTypes.find((one) => one === next) ?? 'Text' })}
          />
        </Group>
        <SourceField
          label={say('default')}
          isOptional
          knowsHours={false}
          value={variable.default}
          onChange={(source) => onChange({ ...variable, default: source })}
        />
        <RefField
          label={say('saveTo')}
          kind="attribute"
          isOptional
          value={variable.saveTo}
          onChange={(saveTo) => onChange({ ...variable, saveTo })}
        />
        <Checkbox
          label={say('sensitive')}
          description={say('sensitiveWhy')}
          disabled={isReadOnly}
          checked={variable.isSensitive}
          onChange={(event) => onChange({ ...variable, isSensitive: event.currentTarget.checked })}
        />
        {uses.length > 0 && (
          <Group gap={4}>
            <Text size="xs" c="dimmed">
              {say('usedIn')}
            </Text>
            {uses.slice(0, 12).map((id) => (
              <UnstyledButton key={id} onClick={() => goTo(id, true)}>
                <Badge size="sm" color="gray" style={{ cursor: 'pointer' }}>
                  {nameOf(document, id)}
                </Badge>
              </UnstyledButton>
            ))}
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
