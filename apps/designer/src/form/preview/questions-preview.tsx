import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import {
  askFirst,
  compileForm,
  type FormDocument,
  type FormSaid,
  type FormState,
  faultWords,
  hearAnswer,
  openForm,
  questionOf,
} from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconPaperclip, IconRefresh, IconSend2 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import panel from '../../panels/panel.module.css';
import { formWords } from '../words.ts';
import { tryFacts } from './facts.ts';
import classes from './preview.module.css';

type Line = { id: number; isOwn: boolean; text: string };
type Talk = { state: FormState; lines: Line[]; isDone: boolean };

/** The form as it is asked one by one, on channels without pages. */
export function QuestionsPreview({ document, language }: { document: FormDocument; language: string }) {
  return <Questions key={JSON.stringify(document)} document={document} language={language} />;
}

function Questions({ document, language }: { document: FormDocument; language: string }) {
  const say = useWords(formWords.preview);
  const form = useMemo(() => compileForm(document), [document]);
  const facts = useMemo(() => tryFacts(language), [language]);
  const ask = (state: FormState) => questionOf(form, state, facts, Date.now());
  const begin = (): Talk => {
    const state = askFirst(form, openForm(form, {}, facts, Date.now()), facts, Date.now());
    return { state, lines: [{ id: 0, isOwn: false, text: ask(state).text }], isDone: false };
  };
  const [talk, setTalk] = useState(begin);
  const [text, setText] = useState('');
  const question = ask(talk.state);
  const hear = (said: Partial<FormSaid>, words: string) => {
    const answered = hearAnswer(form, talk.state, { text: '', media: [], location: null, pressed: null, ...said }, facts, Date.now());
    const told = [
      ...(answered.fault ? [faultWords(answered.fault, language)] : []),
      answered.done ? document.settings.doneText[language] || say('done') : ask(answered.state).text,
    ];
    const own = question.isSensitive ? '•••' : words;
    const next = [{ isOwn: true, text: own }, ...told.map((line) => ({ isOwn: false, text: line }))];
    setTalk({
      state: answered.state,
      lines: [...talk.lines, ...next.map((line, place) => ({ ...line, id: talk.lines.length + place }))],
      isDone: answered.done !== null,
    });
    setText('');
  };
  const field = form.fields.get(talk.state.asked);
  const wants = field?.kind === 'location' ? 'place' : field && ['file', 'photo', 'signature'].includes(field.kind) ? 'file' : null;
  return (
    <>
      <div className={classes.tools}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => setTalk(begin())}
        >
          {say('restart')}
        </Button>
      </div>
      <section className={classes.talk} aria-label={say('questions')} lang={language}>
        <div className={panel.bubbles} role="log" aria-live="polite">
          {talk.lines.map((line) => (
            <div key={line.id} className={panel.bubble} data-own={line.isOwn || undefined}>
              {line.text}
            </div>
          ))}
        </div>
        {!talk.isDone && (
          <>
            {question.choices && (
              <div className={panel.choices}>
                {question.choices.items.map(({ id, title }) => (
                  <Button key={id} size="xs" variant="default" onClick={() => hear({ pressed: id }, title)}>
                    {title}
                  </Button>
                ))}
              </div>
            )}
            <form
              onSubmit={(event) => {
                event.preventDefault();
                if (text.trim() !== '') hear({ text }, text);
              }}
            >
              <Group gap={6} wrap="nowrap">
                <TextInput
                  style={{ flex: 1 }}
                  aria-label={say('answer')}
                  placeholder={say('answer')}
                  value={text}
                  onChange={(event) => setText(event.currentTarget.value)}
                />
                {wants && (
                  <ActionIcon
                    size={36}
                    variant="default"
                    aria-label={wants === 'place' ? say('samplePlace') : say('sampleFile')}
                    onClick={() => (wants === 'place' ? hear({ location: place }, '18.52, 73.86') : hear({ media: [file] }, file.name))}
                  >
                    <IconPaperclip size={17} />
                  </ActionIcon>
                )}
                <ActionIcon size={36} type="submit" variant="filled" color="brand" aria-label={say('sendAnswer')}>
                  <IconSend2 size={17} />
                </ActionIcon>
              </Group>
            </form>
          </>
        )}
      </section>
    </>
  );
}

const place = { $: 'location' as const, latitude: 18.5204, longitude: 73.8567, name: '', address: '' };
const file = { $: 'media' as const, id: 'sample', kind: 'image' as const, name: 'sample.png', mime: 'image/png', size: 1000 };
