import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import './lib/i18n.ts';

/** A chart takes the size of its place, and jsdom gives no place any: here each is 400 wide. */
export function givePlacesASize(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width: 400, height: 220 } as DOMRect);
}

/** Draws a part with what stands round every screen, and without motion. */
export function draw(part: ReactNode): RenderResult {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </MantineProvider>,
  );
}
