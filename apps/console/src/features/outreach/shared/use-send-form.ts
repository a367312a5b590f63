import type { BroadcastCheck, VariableGroup } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isToldAlready } from '../../../lib/api.ts';
import { sayDone } from '../../../lib/done.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { formatReportDate, getEnterpriseZone } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { templateQuery } from '../../channel/shared/template.queries.ts';
import { useCheckBroadcast, useSendBroadcast, variablesQuery } from './broadcast.queries.ts';
import type { ChosenChannel } from './channel-picker.tsx';
import {
  fieldFaults,
  mappingFaults,
  mediaFault,
  nameValues,
  type Resource,
  type SendDraft,
  splitNumbers,
  toRequest,
} from './send-draft.ts';

export type SendFormOptions = {
  channel: ChosenChannel | undefined;
  start: () => SendDraft;
  embedded: boolean;
  resource: Resource | undefined;
  recipientName: string;
  /** Limit of numbers; the form has none of its own when left out */
  mostNumbers: number | undefined;
  /** CLOSE: sent, or given up */
  onClose: () => void;
};

const noGroups: VariableGroup[] = [];

/** The draft of a broadcast, its check by the server, and its sending: at once where the check finds nothing to be read first. */
export function useSendForm({ channel: given, start, embedded, resource, recipientName, mostNumbers, onClose }: SendFormOptions) {
  const say = useWords(outreachWords.broadcast);
  const [channel, setChannel] = useState(given);
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({});
  const [review, setReview] = useState<BroadcastCheck>();
  // The same form sent twice is one broadcast.
  const requestKey = useRef(crypto.randomUUID());
  const check = useCheckBroadcast();
  const send = useSendBroadcast();
  const form = useForm<SendDraft>({
    initial: start,
    check: (draft) => {
      const fields = fieldFaults(draft);
      const isTooMany = mostNumbers !== undefined && splitNumbers(draft.numbers).length > mostNumbers;
      return isTooMany ? { ...fields, numbers: say('atMostNumbers', { count: mostNumbers }) } : fields;
    },
  });
  const { draft } = form;
  const templateId = draft.template?.id ?? '';
  const full = useQuery({ ...templateQuery(templateId), enabled: templateId !== '' });
  const variables = useQuery(variablesQuery(draft.channelId, templateId));
  const template = full.data ?? draft.template;
  const groups = variables.data ?? noGroups;
  const filled = { ...draft, template, values: { ...nameValues(groups, recipientName), ...draft.values } };
  const request = () => toRequest(filled, groups, requestKey.current, resource);

  const change = (part: Partial<SendDraft>) => {
    form.change(part);
    requestKey.current = crypto.randomUUID();
    check.reset();
  };
  const changeChannel = (next: ChosenChannel | undefined) => {
    setChannel(next);
    form.setFault('channel', undefined);
    change({ channelId: next?.id ?? '', template: undefined, media: undefined, cards: [], values: {} });
  };
  const changeValue = (key: string, value: SendDraft['values'][string]) => {
    change({ values: { ...draft.values, [key]: value } });
    setMapping(({ [key]: _gone, ...others }) => others);
  };
  const tell = (error: unknown) => {
    if (!isToldAlready(error)) showToast('error', describeFailure(error).message);
  };
  /** Form, media, cards, mapping: the first that fails ends it (BCAST-089). */
  const isSound = (): boolean => {
    const media = mediaFault(filled);
    const { byKey, toast } = mappingFaults(groups, filled.values);
    setMapping({});
    if (!form.isSound()) return false;
    if (media !== '') {
      showToast('error', media);
      return false;
    }
    setMapping(byKey);
    if (toast !== '') showToast('error', toast);
    return Object.keys(byKey).length === 0;
  };
  const startAnew = () => {
    setReview(undefined);
    form.settle(start());
    requestKey.current = crypto.randomUUID();
  };
  const deliver = () =>
    send.mutate(request(), {
      onSuccess: ({ message }) => {
        showToast(
          'success',
          draft.sendAt === ''
            ? sayDone(message, 'sent')
            : say('scheduled', { time: formatReportDate(draft.sendAt), zone: getEnterpriseZone(), interpolation: { escapeValue: false } }),
        );
        startAnew();
        onClose();
      },
      onError: (error) => {
        tell(error);
        setReview(undefined);
        // A refusal is final for an embedded form; a lost line is not (BCAST-058, 059).
        const { httpStatus = 0 } = describeFailure(error);
        if (embedded && httpStatus >= 400 && httpStatus < 500) onClose();
      },
    });
  const handleSend = () => {
    if (!isSound()) return;
    check.mutate(request(), {
      onSuccess: (found) => {
        const isWhole = found.lacking.count + found.lacking.tooLong === 0 && (found.breakdown.missing ?? 0) === 0;
        const isComplete = found.duplicates.length === 0 && found.invalid.length === 0 && isWhole;
        const isPlain = isComplete && !found.needsConfirmation && found.limit === 0;
        if (isPlain && found.count > 0) deliver();
        else setReview(found);
      },
      onError: tell,
    });
  };
  const handleCheck = () => {
    if (isSound()) check.mutate(request(), { onError: tell });
  };

  const isBusy = send.isPending || (check.isPending && review === undefined);
  return {
    ...form,
    change,
    channel,
    changeChannel,
    changeValue,
    mapping,
    template,
    groups,
    filled,
    found: check.data,
    review,
    setReview,
    isBusy,
    isSending: send.isPending,
    deliver,
    handleSend,
    handleCheck,
  };
}

export type SendFormState = ReturnType<typeof useSendForm>;
