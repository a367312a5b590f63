import { Alert, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { PackagePlan, WholePackage } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import { Differences } from './differences.tsx';
import classes from './package.module.css';
import { useRemovePackage } from './package.queries.ts';
import { PartLink, useKindWord } from './package-kind.tsx';
import { Lacking, PlanBody } from './plan-body.tsx';

type Props = { found: WholePackage; onClose: () => void };

/** Takes an install away, and lists afterwards what has stayed. */
export function RemoveDialog({ found, onClose }: Props) {
  const say = useWords(packageWords.remove);
  return (
    <Modal opened onClose={onClose} size="lg" title={say('title', { name: found.name })} closeOnClickOutside={false}>
      <PlanBody packageId={found.id} to="remove">
        {(plan) => <RemoveForm found={found} plan={plan} onClose={onClose} />}
      </PlanBody>
    </Modal>
  );
}

function RemoveForm({ found, plan, onClose }: Props & { plan: PackagePlan }) {
  const say = useWords(packageWords.remove);
  const sayStep = useWords(packageWords.step);
  const sayReason = useWords(packageWords.reason);
  const sayUpdate = useWords(packageWords.update);
  const sayKind = useKindWord();
  const remove = useRemovePackage(found.id);
  const handleSubmit = () =>
    remove.mutate(true, {
      onSuccess: ({ answer, message }) => {
        showToast('success', sayDone(message, 'deleted'));
        if (answer.kept.length === 0) onClose();
      },
    });
  if (remove.data) {
    const { binned, kept } = remove.data.answer;
    return (
      <Stack gap="md">
        <Text size="sm" role="status">
          {say('done', { count: binned })} {say('kept')}
        </Text>
        <ul className={classes.plain} aria-label={say('kept')}>
          {kept.map((part) => (
            <li key={part.recordId}>
              <PartLink {...part} /> <span className={classes.dim}>{sayKind(part.kind)}</span>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button onClick={onClose}>{say('close')}</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <DialogForm
      submit={say('submit')}
      isDangerous
      isBusy={remove.isPending}
      isDisabled={plan.uses.length > 0}
      focusOn="cancel"
      onCancel={onClose}
      onSubmit={handleSubmit}
    >
      <Text size="sm">{say('text')}</Text>
      {plan.uses.length > 0 ? (
        <Alert color="red" role="alert">
          {say('live')} {plan.uses.join(', ')}
        </Alert>
      ) : null}
      <Lacking lacking={plan.lacking} />
      <ul className={classes.plain}>
        {plan.items.map((item) => (
          <li key={item.path}>
            <div className={classes.item}>
              <div className={classes.itemWords}>
                <strong>{item.name}</strong> <span className={classes.dim}>{sayKind(item.kind)}</span>
                <Text size="xs" c="dimmed">
                  {item.reason === '' ? '' : sayReason(item.reason)}
                </Text>
              </div>
              <Badge color={item.step === 'bin' ? 'red' : 'gray'}>{sayStep(item.step)}</Badge>
            </div>
            <Differences item={item} other={sayUpdate('installed')} />
          </li>
        ))}
      </ul>
      {remove.error ? <SaveFailure error={remove.error} /> : null}
    </DialogForm>
  );
}
