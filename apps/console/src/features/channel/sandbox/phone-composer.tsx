import { ActionIcon, Menu, TextInput } from '@mantine/core';
import type { SandboxAct, z } from '@parley/contract';
import { IconPlus, IconSend2 } from '@tabler/icons-react';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './sandbox.module.css';

type Act = z.input<typeof SandboxAct>;
type Props = {
  isSending: boolean;
  /** A phone that has no name yet is asked for one with its first message. */
  knownName: string;
  isOptedOut: boolean;
  lastFromUs: string | undefined;
  onAct: (act: Act, customer: string) => Promise<unknown>;
};

const place = { kind: 'location', latitude: 19.0176, longitude: 72.8562, name: 'Dadar' } as const;

/** The customer's actions: write, send a sample of each medium, react, opt out. */
export function PhoneComposer({ isSending, knownName, isOptedOut, lastFromUs, onAct }: Props) {
  const say = useWords(channelWords.sandbox);
  const form = useForm({ initial: { text: '', name: '' } });
  const { text, name } = form.draft;
  const act = (what: Act) => onAct(what, name.trim());
  const write = async () => {
    if (text.trim() === '') return;
    await act({ kind: 'text', text });
    form.change({ text: '' });
  };
  const media = [
    ['picture', 'image'],
    ['document', 'document'],
    ['voice', 'audio'],
    ['video', 'video'],
  ] as const;

  return (
    <form
      className={classes.composer}
      // A refusal is told by the toast of the call; the words stay to be sent again.
      onSubmit={form.submit(() => write().catch(() => {}))}
    >
      {knownName === '' ? <TextInput className={classes.name} label={say('customerName')} maxLength={100} {...form.field('name')} /> : null}
      <Menu position="top-start">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={say('more')}>
            <IconPlus size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {media.map(([word, kind]) => (
            <Menu.Item key={kind} onClick={() => void act({ kind: 'media', media: kind }).catch(() => {})}>
              {say(word)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => void act(place).catch(() => {})}>{say('location')}</Menu.Item>
          {lastFromUs ? (
            <Menu.Item onClick={() => void act({ kind: 'reaction', messageId: lastFromUs, emoji: '👍' }).catch(() => {})}>
              {say('thumb')}
            </Menu.Item>
          ) : null}
          <Menu.Divider />
          <Menu.Item onClick={() => void act({ kind: isOptedOut ? 'optIn' : 'optOut' }).catch(() => {})}>
            {say(isOptedOut ? 'optIn' : 'optOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TextInput className={classes.input} aria-label={say('write')} placeholder={say('write')} maxLength={4096} {...form.field('text')} />
      <ActionIcon
        type="submit"
        variant="filled"
        color="brand"
        size={36}
        aria-label={say('send')}
        loading={isSending}
        disabled={text.trim() === ''}
      >
        <IconSend2 size={17} />
      </ActionIcon>
    </form>
  );
}
