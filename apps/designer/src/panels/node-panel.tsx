import { ActionIcon, Alert, Group, Menu, Text, Textarea, TextInput } from '@mantine/core';
import type { Node, NodeType } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconDots } from '@tabler/icons-react';
import type { FunctionComponent } from 'react';
import { removeNodes, setNode } from '../editor/edits.ts';
import { nodeOf } from '../editor/index-of.ts';
import { useEditor, useEditorState } from '../editor/use-editor.ts';
import { Section } from '../fields/section.tsx';
import { LanguageSwitch } from '../fields/text-field.tsx';
import { forms } from '../nodes/forms.gen.ts';
import type { FormProps, NodeForm } from '../nodes/shared/form.types.ts';
import { titleOf, typeWord } from '../nodes/summary.ts';
import { useShell } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import { FindingText } from './check-panel.tsx';
import { FormFrame } from './form-frame.tsx';
import { Panel } from './panel.tsx';

const ofKinds: { readonly [Type in NodeType]: NodeForm<Type> } = forms;

/** One node's form. Each change is a change of the stream at once. */
export function NodePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useWords(designerWords.nodePanel);
  const editor = useEditor();
  const { findings, askConnect, askAdd, announce } = useShell();
  const document = useEditorState((state) => state.document);
  const isReadOnly = useEditorState((state) => state.isReadOnly);
  const node = nodeOf(document, id);
  if (!node) return null;
  const change = (next: Node, part: string) => editor.change(setNode(editor.document, next), `${id} ${part}`);
  const setConfig = (changes: Partial<Node['config']>) => {
    const now = nodeOf(editor.document, id) as Node;
    change({ ...now, config: { ...now.config, ...changes } } as Node, Object.keys(changes).join());
  };
  const own = findings.filter((finding) => finding.node === id);
  const Form = ofKinds[node.type] as FunctionComponent<FormProps<Node['type']>>;
  return (
    // Around the tools as well: the switch there says which language the fields show.
    <FormFrame node={node}>
      <Panel
        title={typeWord(node.type)}
        onClose={onClose}
        tools={
          <>
            <LanguageSwitch />
            {!isReadOnly && (
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon aria-label={say('actions')}>
                    <IconDots size={17} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => askConnect(id)}>{say('connectTo')}</Menu.Item>
                  <Menu.Item onClick={() => askAdd({ from: { node: id, exit: '' } })}>{say('addBehind')}</Menu.Item>
                  <Menu.Item
                    disabled={document.start === id || node.type === 'mark.note'}
                    onClick={() => {
                      editor.change([{ kind: 'setStart', start: id }]);
                      announce(say('isStart', { node: titleOf(document, node) }));
                    }}
                  >
                    {say('makeStart')}
                  </Menu.Item>
                  <Menu.Divider />
                  <Menu.Item
                    color="red"
                    onClick={() => {
                      editor.change(removeNodes(editor.document, [id]));
                      announce(say('removed', { node: titleOf(document, node) }));
                    }}
                  >
                    {say('remove')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </>
        }
      >
        {own.length > 0 && (
          <Alert color={own.some(({ level }) => level === 'error') ? 'red' : 'yellow'} p="xs">
            {own.map((finding, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same of one place
              <FindingText key={place} finding={finding} />
            ))}
          </Alert>
        )}
        <TextInput
          label={say('name')}
          placeholder={titleOf(document, { ...node, name: '' })}
          value={node.name}
          readOnly={isReadOnly}
          maxLength={60}
          onChange={(event) => change({ ...node, name: event.currentTarget.value }, 'name')}
        />
        <Form key={id} config={node.config} set={setConfig} />
        <Section title={say('comment')} hint={node.comment}>
          <Textarea
            aria-label={say('comment')}
            autosize
            minRows={2}
            value={node.comment}
            readOnly={isReadOnly}
            maxLength={2000}
            onChange={(event) => change({ ...node, comment: event.currentTarget.value }, 'comment')}
          />
        </Section>
        <Group gap={6}>
          <Text size="xs" c="dimmed" ff="monospace">
            {id}
          </Text>
        </Group>
      </Panel>
    </FormFrame>
  );
}
