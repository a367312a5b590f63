import { Button, Group, Menu } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import { IconBraces } from '@tabler/icons-react';
import { useEditor } from '@tiptap/react';
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
  onCancel?: (() => void) | undefined;
};

/** Rich text that becomes markdown; Ctrl + Enter adds it as the button does (INTENT-043). */
export function ResponseEditor({ initial, parameterNames, submitLabel, onSubmit, onCancel }: ResponseEditorProps) {
  const say = useWords(botWords.intent);
  const extensions = useMemo(responseExtensions, []);
  // The editor is made once; what it calls is of now.
  const submit = useRef(() => {});
  const editor = useEditor({
    extensions,
    content: initial,
    contentType: 'markdown',
    injectCSS: false,
    autofocus: initial !== '',
    editorProps: {
      attributes: { 'aria-label': say('responseLabel'), role: 'textbox', 'aria-multiline': 'true' },
      handleKeyDown: (_view, event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
        submit.current();
        return true;
      },
    },
  });
  submit.current = () => {
    const markdown = editor ? keepParameters(editor.getMarkdown()).trim() : '';
    if (markdown === '' || editor?.isEmpty) showToast('error', botWords.intentTexts('responseEmpty'));
    else onSubmit(markdown);
  };

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
        <Button size="compact-sm" onClick={() => submit.current()}>
          {submitLabel}
        </Button>
      </Group>
    </>
  );
}
