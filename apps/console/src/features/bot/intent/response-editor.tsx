import { Button, Group, Menu } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import { IconBraces } from '@tabler/icons-react';
import { type Editor, useEditor } from '@tiptap/react';
import { useMemo, useRef } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './intents.module.css';
import { keepParameters, responseExtensions } from './response-markdown.ts';

export type ResponseEditorProps = {
  /** Markdown. */
  initial: string;
  parameterNames: readonly string[];
  submitLabel: string;
  onSubmit: (markdown: string) => void;
  /** Told what the editor holds, whenever that changes. */
  onType: (markdown: string) => void;
  onCancel?: (() => void) | undefined;
};

const markdownOf = (editor: Editor) => (editor.isEmpty ? '' : keepParameters(editor.getMarkdown()).trim());

/** Rich text that becomes markdown; Ctrl + Enter adds it as the button does (INTENT-043). */
export function ResponseEditor({ initial, parameterNames, submitLabel, onSubmit, onType, onCancel }: ResponseEditorProps) {
  const say = useWords(botWords.intent);
  const extensions = useMemo(responseExtensions, []);
  // The editor is made once; what it calls is of now.
  const calls = useRef({ submit: () => {}, type: onType });
  const editor = useEditor({
    extensions,
    content: initial,
    contentType: 'markdown',
    injectCSS: false,
    onUpdate: ({ editor: changed }) => calls.current.type(markdownOf(changed)),
    autofocus: initial !== '',
    editorProps: {
      attributes: { 'aria-label': say('responseLabel'), role: 'textbox', 'aria-multiline': 'true' },
      handleKeyDown: (_view, event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
        calls.current.submit();
        return true;
      },
    },
  });
  const handleSubmit = () => {
    const markdown = editor ? markdownOf(editor) : '';
    if (markdown === '') showToast('error', botWords.intentTexts('responseEmpty'));
    else onSubmit(markdown);
  };
  calls.current = { submit: handleSubmit, type: onType };

  return (
    <>
      <RichTextEditor editor={editor} className={classes.richText}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Strikethrough />
            <RichTextEditor.Code />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
          {parameterNames.length > 0 ? (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button size="compact-xs" variant="light" leftSection={<IconBraces size={13} />}>
                  {say('insert')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {parameterNames.map((name) => (
                  <Menu.Item key={name} onClick={() => editor?.chain().focus().insertContent(`{{${name}}}`).run()}>
                    {`{{${name}}}`}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          ) : null}
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
      <Group gap="xs" mt={8} justify="flex-end">
        {onCancel ? (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onCancel}>
            {say('cancelEdit')}
          </Button>
        ) : null}
        <Button size="compact-sm" onClick={handleSubmit}>
          {submitLabel}
        </Button>
      </Group>
    </>
  );
}
