import { Drawer, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { userQuery } from './user.queries.ts';
import { UserForm } from './user-form.tsx';

/** The form of one user, whom the address names. */
export function UserDrawer({ userId, onClose }: { userId: string; onClose: () => void }) {
  const say = useWords(peopleWords.user);
  const user = useQuery({ ...userQuery(userId), enabled: userId !== '' });
  return (
    <Drawer
      opened={userId !== ''}
      onClose={onClose}
      title={user.data ? say('editTitle', { name: user.data.name }) : say('edit')}
      position="right"
      size="md"
    >
      {user.data ? (
        <UserForm key={user.data.uId} user={user.data} onClose={onClose} />
      ) : user.isError ? (
        <ErrorState error={user.error} onRetry={() => void user.refetch()} />
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </Drawer>
  );
}
