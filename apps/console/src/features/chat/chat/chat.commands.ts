import { blockableTypes, type ChatDetail, chatStates } from '@parley/contract';
import {
  IconArrowBackUp,
  IconArrowsLeftRight,
  IconBan,
  IconCircleCheck,
  IconDoorExit,
  IconMail,
  IconPin,
  IconPlayerPause,
  IconPlayerPlay,
  IconTag,
  IconUserPlus,
  IconVideo,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ChatSay } from '../../../locales/chat.ts';
import { takesPartIn } from '../shared/chat.rules.ts';
import { type ChatActId, keysOfAct, shownKeys } from '../shared/chat-acts.ts';

export type ChatDialog =
  | 'transfer'
  | 'department'
  | 'handBack'
  | 'invite'
  | 'suspend'
  | 'leave'
  | 'label'
  | 'transcript'
  | 'block'
  | 'close';
export type ChatCommand = {
  id: ChatActId;
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;
  /** Its keys as they are read, where it has some. */
  key: string;
  isDangerous?: boolean;
  /** Has a button of its own beside the menu, where there is room. */
  isFrequent?: boolean;
  run: () => void;
};
type Doers = {
  open: (dialog: ChatDialog) => void;
  pin: (isPinned: boolean) => void;
  resume: () => void;
  /** Left out where the enterprise has no meeting server. */
  meet?: (() => void) | undefined;
};

/** Lists this user's commands for this chat now; commands that make no sense are absent. */
export function listCommands(chat: ChatDetail, ownId: string, t: ChatSay, doers: Doers): ChatCommand[] {
  const isOpen = chat.state !== chatStates.closed && chat.state !== chatStates.missed;
  const takesPart = takesPartIn(chat, ownId);
  const tookPart = chat.users.some((user) => user.uId === ownId);
  const isOwner = isOpen && chat.ownerId === ownId;
  const isSuspended = chat.state === chatStates.suspended;
  const commands: (Omit<ChatCommand, 'key'> | false)[] = [
    isOwner && {
      id: 'transfer',
      label: t('transfer'),
      icon: IconArrowsLeftRight,
      isFrequent: true,
      run: () => doers.open('transfer'),
    },
    isOwner &&
      !!chat.returnsTo && {
        id: 'handBack',
        label: t('handBack', { name: chat.returnsTo.name }),
        icon: IconArrowBackUp,
        run: () => doers.open('handBack'),
      },
    isOpen && takesPart && { id: 'invite', label: t('invite'), icon: IconUserPlus, isFrequent: true, run: () => doers.open('invite') },
    isOpen &&
      takesPart &&
      !isSuspended &&
      doers.meet !== undefined && { id: 'video', label: t('videoCall'), icon: IconVideo, run: doers.meet },
    isOpen && takesPart && !isOwner && { id: 'leave', label: t('leave'), icon: IconDoorExit, run: () => doers.open('leave') },
    isOwner && {
      id: 'suspend',
      label: isSuspended ? t('resume') : t('suspend'),
      icon: isSuspended ? IconPlayerPlay : IconPlayerPause,
      run: () => (isSuspended ? doers.resume() : doers.open('suspend')),
    },
    isOpen &&
      takesPart && {
        id: 'pin',
        label: chat.isPinned ? t('unpin') : t('pin'),
        icon: IconPin,

        run: () => doers.pin(!chat.isPinned),
      },
    tookPart && { id: 'label', label: t('labelAndNote'), icon: IconTag, run: () => doers.open('label') },
    { id: 'transcript', label: t('transcript'), icon: IconMail, run: () => doers.open('transcript') },
    isOwner &&
      blockableTypes.includes(chat.channelType) && {
        id: 'block',
        label: t('block'),
        icon: IconBan,
        isDangerous: true,
        run: () => doers.open('block'),
      },
    isOwner && {
      id: 'close',
      label: t('close'),
      icon: IconCircleCheck,
      isDangerous: true,
      isFrequent: true,
      run: () => doers.open('close'),
    },
  ];
  return commands.flatMap((command) => (command ? [{ ...command, key: shownKeys(keysOfAct(command.id)).join(' ') }] : []));
}
