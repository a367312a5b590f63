import { Alert, Button, Group, Menu, Select, Text, TextInput } from '@mantine/core';
import { shownOf } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconArrowBackUp, IconPaperclip, IconPlayerPlay, IconRefresh, IconSend2 } from '@tabler/icons-react';
import { useState } from 'react';
import { nodeOf } from '../editor/index-of.ts';
import { useEditor, useEditorState } from '../editor/use-editor.ts';
import { nameOf } from '../nodes/summary.ts';
import { channelKinds } from '../play/channel-kinds.ts';
import type { Play } from '../play/play.ts';
import { useShell } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import { Panel } from './panel.tsx';

import { SaveAsTest } from './try/save-as-test.tsx';
import { Talk } from './try/talk.tsx';
import { TimeMenu } from './try/time-menu.tsx';
import { Variables } from './try/variables.tsx';

export type TryProps = {
  play: Play | null;
  channel: string;
  isBeginning: boolean;
  failure: string;
  onChannel: (channel: string) => void;
  onBegin: (said: string | null) => void;
  onPlay: (play: Play) => void;
  onClose: () => void;
};

/** A conversation with the stream as it stands, in memory: nothing leaves the browser. */
export function TryPanel({ play, channel, isBeginning, failure, onChannel, onBegin, onPlay, onClose }: TryProps) {
  const say = useWords(designerWords.try);
  const editor = useEditor();
  const { announce } = useShell();
  const language = useEditorState((state) => state.document.languages[0] ?? 'en');
  const [text, setText] = useState('');
  const isBroken = useEditorState((state) => nodeOf(state.document, state.document.start) === undefined);
  const act = (work: (play: Play) => Play) => {
    if (!play) return;
    const next = work(play);
    onPlay(next);
    const heard = next.turns
      .slice(play.turns.length)
      .flatMap(({ effects }) => effects.flatMap((effect) => (effect.kind === 'send' ? [shownOf(effect)] : [])));
    if (heard.length > 0) announce(heard.join('. '));
  };
  const selected = useEditorState((state) => (state.selected.size === 1 ? [...state.selected][0] : undefined));
  return (
    <Panel
      title={say('title')}
      onClose={onClose}
      tools={
        <Select
          size="xs"
          w={130}
          aria-label={say('channel')}
          data={channelKinds.map((kind) => ({ value: kind, label: say(`channel_${kind}`) }))}
          value={channel}
          onChange={(next) => next && onChannel(next)}
        />
      }
      footer={
        play &&
        !play.isOver && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (text.trim() === '') return;
              act((one) => one.say(text));
              setText('');
            }}
          >
            <Group gap={6} wrap="nowrap">
              <Menu position="top-start">
                <Menu.Target>
                  <Button variant="default" px={8} aria-label={say('attach')}>
                    <IconPaperclip size={17} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {(['image', 'audio', 'video', 'document'] as const).map((kind) => (
                    <Menu.Item key={kind} onClick={() => act((one) => one.send(kind))}>
                      {say(`send_${kind}`)}
                    </Menu.Item>
                  ))}
                  <Menu.Item onClick={() => act((one) => one.place(19.076, 72.8777))}>{say('send_location')}</Menu.Item>
                </Menu.Dropdown>
              </Menu>
              <TextInput
                flex={1}
                aria-label={say('message')}
                placeholder={say('message')}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <Button type="submit" px={10} aria-label={say('send')} disabled={text.trim() === ''}>
                <IconSend2 size={17} />
              </Button>
            </Group>
          </form>
        )
      }
    >
      {failure !== '' && <Alert color="red">{failure}</Alert>}
      {isBroken && <Alert color="yellow">{say('noStart')}</Alert>}
      <Group gap={6}>
        <Button
          size="xs"
          variant={play ? 'default' : 'filled'}
          leftSection={play ? <IconRefresh size={14} /> : <IconPlayerPlay size={14} />}
          disabled={isBroken}
          loading={isBeginning}
          onClick={() => onBegin(null)}
        >
          {play ? say('restart') : say('begin')}
        </Button>
        {play && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowBackUp size={14} />}
              disabled={play.turns.length < 2}
              onClick={() => onPlay(play.back())}
            >
              {say('back')}
            </Button>
            <TimeMenu play={play} act={act} />
            {selected !== undefined && !play.isOver && selected !== play.node && (
              <Button size="xs" variant="default" onClick={() => act((one) => one.jump(selected))}>
                {say('fromHere', { node: nameOf(editor.document, selected) })}
              </Button>
            )}
          </>
        )}
      </Group>
      {!play && (
        <Text size="sm" c="dimmed">
          {say('hint')}
        </Text>
      )}
      {play && <Talk play={play} act={act} />}
      {play && <Variables play={play} />}
      {play && <SaveAsTest play={play} language={language} />}
    </Panel>
  );
}
