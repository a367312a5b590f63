import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { ErasureList } from './erasure-list.tsx';
import { privacyQuery } from './privacy.queries.ts';
import { PrivacyForm } from './privacy-form.tsx';

/** Retention of data, and erased customers. */
export function PrivacyPanel() {
  const privacy = useQuery(privacyQuery);
  return (
    <Stack gap="md">
      {privacy.data ? (
        <PrivacyForm {...privacy.data} />
      ) : privacy.isError ? (
        <ErrorState error={privacy.error} onRetry={() => void privacy.refetch()} />
      ) : (
        <Skeleton height={220} radius="md" />
      )}
      <ErasureList />
    </Stack>
  );
}
