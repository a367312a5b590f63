import { Text } from '@mantine/core';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { AttachFailure } from './attach-failure.tsx';
import { useAttachRule } from './journey.queries.ts';
import { isRuleWhole, toRuleBody } from './rule.ts';
import { RuleFields } from './rule-fields.tsx';
import type { Refused } from './use-publishing.ts';

/** The version is there, and its rule was refused: it is mended and attached, or left. */
export function RefusedRule({ refused, onAttached, onClose }: { refused: Refused; onAttached: () => void; onClose: () => void }) {
  const say = useWords(journeyWords.publishing);
  const sayRule = useWords(journeyWords.entry);
  const form = useForm({ initial: refused.rule });
  const { draft: rule, change } = form;
  const attach = useAttachRule();
  const handleSubmit = () =>
    attach.mutate(toRuleBody(rule), {
      onSuccess: ({ message }) => {
        showToast('success', sayDone(message, 'saved'));
        onAttached();
      },
    });
  return (
    <DialogForm
      submit={sayRule('attach')}
      cancel={say('close')}
      isBusy={attach.isPending}
      isDisabled={!isRuleWhole(rule)}
      onCancel={onClose}
      onSubmit={form.submit(handleSubmit)}
    >
      <Text size="sm" role="status">
        {say('notAttached')}
      </Text>
      <AttachFailure error={attach.error ?? refused.error} journeyId={rule.journeyId} />
      <RuleFields rule={rule} onChange={change} />
    </DialogForm>
  );
}
