import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { inEnglish } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './doubles-notice.module.css';
import { doublesQuery, useMergeDouble } from './phone-book.queries.ts';

/** Offers to merge customers who are there twice, since their number can be written in two ways: one click each, or field by field. */
export function DoublesNotice() {
  const t = useWords(customerWords.phoneBook);
  const [isOpen, list] = useDisclosure(false);
  const doubles = useQuery(doublesQuery).data?.doubles ?? [];
  const merge = useMergeDouble();
  if (doubles.length === 0) return null;
  const nameOf = ({ name, phoneNumber }: { name: string; phoneNumber: string }) => [name || t('unnamed'), phoneNumber].join(' · ');
  const handleMerge = (keepId: string, mergeId: string) =>
    merge.mutate({ keepId, mergeId }, { onSuccess: ({ message }) => showToast('success', inEnglish(message) || t('doublesMerged')) });
  return (
    <Alert color="yellow" mb="sm" icon={<IconUsers size={18} />} title={t('doubles')}>
      <Text size="sm">{t('doublesText')}</Text>
      <Button mt="xs" size="xs" variant="default" aria-expanded={isOpen} onClick={list.toggle}>
        {t(isOpen ? 'doublesHide' : 'doublesShow')}
      </Button>
      {isOpen ? (
        <ul className={classes.pairs} aria-label={t('doubles')}>
          {doubles.map(({ keep, other }) => (
            <li key={other.id} className={classes.pair}>
              <div>
                <Text size="sm">{nameOf(keep)}</Text>
                <Text size="sm" c="dimmed">
                  {nameOf(other)}
                </Text>
              </div>
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="xs"
                  variant="light"
                  loading={merge.isPending && merge.variables.mergeId === other.id}
                  disabled={merge.isPending}
                  aria-label={t('mergePair', { name: keep.name || keep.phoneNumber })}
                  onClick={() => handleMerge(keep.id, other.id)}
                >
                  {t('merge')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  component={Link}
                  to="/customer-master/customers/view/$customerId"
                  params={{ customerId: keep.id } as never}
                  search={{ merge: other.id } as never}
                >
                  {t('compare')}
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}
