import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ErrorState } from '../../../../components/error-state.tsx';
import { PageHeader } from '../../../../components/page-header.tsx';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import { BackLink } from '../../../outreach/shared/back-link.tsx';
import { boardQuery } from '../board.queries.ts';
import { BoardForm } from './board-form.tsx';

export function BoardNewPage() {
  const say = useWords(boardWords.form);
  const sayView = useWords(boardWords.view);
  const navigate = useNavigate();
  return (
    <div>
      <BackLink to="/boards">{sayView('back')}</BackLink>
      <PageHeader title={say('addTitle')} />
      <BoardForm
        board={undefined}
        onClose={(id) => void (id ? navigate({ to: '/boards/$boardId', params: { boardId: id } }) : navigate({ to: '/boards' }))}
      />
    </div>
  );
}

export function BoardEditPage() {
  const say = useWords(boardWords.form);
  const sayView = useWords(boardWords.view);
  const navigate = useNavigate();
  const { boardId = '' } = useParams({ strict: false });
  // A draft is being typed: what others save is asked for when it is saved.
  const board = useQuery({ ...boardQuery(boardId), refetchOnWindowFocus: false });
  return (
    <div>
      <BackLink to="/boards/$boardId" params={{ boardId } as never}>
        {board.data?.name ?? sayView('back')}
      </BackLink>
      <PageHeader title={say('editTitle')} />
      {board.data ? (
        board.data.canEdit ? (
          <BoardForm board={board.data} onClose={() => void navigate({ to: '/boards/$boardId', params: { boardId } })} />
        ) : (
          <Text role="status">{say('mayNot')}</Text>
        )
      ) : board.isError ? (
        <ErrorState error={board.error} onRetry={() => void board.refetch()} />
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </div>
  );
}
