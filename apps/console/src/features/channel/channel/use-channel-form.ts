import type { Channel, ProbeStep } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { describeFailure, readFieldErrors, readIssues } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { answeringBotsQuery, channelDetailsQuery, useSaveChannel, useTestChannel } from './channel.queries.ts';
import { type ChannelDraft, faultsOf, isWebType, toBody, toDraft, toTest } from './channel-draft.ts';

/** The last part of a field's path is its name in the form. */
const fieldOf = (path: string) => path.replace(/^data\./, '').split('.')[0];
const tellUnplaced = (error: unknown) => {
  if (readFieldErrors(error).length + readIssues(error).length === 0) tellFailure(error);
};

/** The draft of a channel, its test with the vendor, and its save: an active channel is tested before. */
export function useChannelForm(channel: Channel | undefined) {
  const say = useWords(channelWords.channel);
  const navigate = useNavigate();
  const [tested, setTested] = useState<{ form: string; isOk: boolean; steps: ProbeStep[] }>();
  const save = useSaveChannel();
  const test = useTestChannel();
  const bots = useQuery(answeringBotsQuery);
  const departments = useDepartmentOptions();
  const wanted = useRef({ isActive: false, confirm: false });
  const form = useRecordForm<ChannelDraft, Channel | undefined, Awaited<ReturnType<typeof save.mutateAsync>>>({
    record: channel,
    toDraft,
    read: async (client) => (await client.fetchQuery({ ...channelDetailsQuery(channel?.id ?? ''), staleTime: 0 })).channel,
    check: (draft) => ({
      name: draft.name.trim() === '' && say('nameEmpty'),
      type: draft.type === '' && say('typeEmpty'),
      vendor: draft.type !== '' && !isWebType(draft.type) && draft.vendor === '' && say('vendorEmpty'),
      ...Object.fromEntries(faultsOf(draft, channel).map(({ field, message }) => [field, message])),
    }),
    save: (draft, version) =>
      save.mutateAsync({
        ...(channel && version !== undefined ? { id: channel.id, version } : {}),
        confirm: wanted.current.confirm,
        body: toBody(draft, wanted.current.isActive),
      }),
    // An existing channel stays open: more may be typed, which needs a question when leaving.
    keep: channel ? ({ answer }) => answer : undefined,
    onSaved: ({ answer, message }) => {
      showToast('success', sayDone(message, channel ? 'saved' : 'added'));
      if (!channel) void navigate({ to: '/admin/channels/$channelId', params: { channelId: answer.id } as never });
    },
    onRefused: (error) => {
      if (describeFailure(error).code === 'channel.confirm_needed') void confirmSave(error);
      else tellUnplaced(error);
    },
    fieldOf,
    fields: { keys: 'config', speed: 'speedPerSecond' },
    nameOf: (path) => (path === 'isActive' ? say('isActive') : path.startsWith('keys.') ? path.slice('keys.'.length) : undefined),
    show: (field, value) => {
      if (field === 'deptId') return departments.find((one) => one.value === value)?.label ?? value;
      return field === 'botId' ? (bots.data?.find(({ id }) => id === value)?.name ?? value) : value;
    },
  });
  const { draft } = form;
  const shape = JSON.stringify(toTest(draft, channel?.id ?? ''));
  const lastTest = tested?.form === shape ? tested : undefined;

  const runTest = async (): Promise<boolean> => {
    try {
      const answer = await test.mutateAsync(toTest(draft, channel?.id ?? ''));
      setTested({ form: shape, ...answer });
      return answer.isOk;
    } catch (error) {
      form.showFaults(error);
      tellUnplaced(error);
      return false;
    }
  };
  const write = async (isActive: boolean, confirm = false): Promise<void> => {
    wanted.current = { isActive, confirm };
    // Only what was tested: more may have been typed while the vendor was asked.
    await form.save(draft);
  };
  const confirmSave = async (error: unknown): Promise<void> => {
    const isYes = await openDialog({
      type: 'confirm',
      title: say('confirmTitle'),
      text: describeFailure(error).message,
      confirm: say('confirm'),
      cancel: say('cancel'),
    });
    if (isYes) await write(wanted.current.isActive, true);
  };
  const handleSubmit = form.submit(async () => {
    if (isWebType(draft.type) || !draft.isActive) return write(draft.isActive);
    // An active channel is tested before it is saved; after a failure it can only be saved as paused.
    if (lastTest ? lastTest.isOk : await runTest()) await write(true);
  });
  const handleTest = () => {
    if (form.isSound()) void runTest();
  };

  return { ...form, bots, departments, lastTest, isTesting: test.isPending, handleSubmit, handleTest, savePaused: () => void write(false) };
}

export type ChannelForm = ReturnType<typeof useChannelForm>;
