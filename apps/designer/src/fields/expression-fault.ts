import { checkExpression, ExpressionFault, type KnownType, parseExpression, parseText } from '@parley/journey';
import { sayFinding } from '@parley/ui/findings';

const sayFault = ({ code, text }: { code: string; text: string }) => sayFinding({ what: code, text, slots: {} });

type Names = (name: string) => KnownType | undefined;

const found = (work: () => string | undefined): string | undefined => {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExpressionFault) return sayFault({ code: error.code, text: error.message });
    throw error;
  }
};

/** Returns the fault of an expression while it is typed; undefined: none. @param knowsHours false: where it is evaluated, nobody knows open hours */
export const faultOfExpression = (source: string, typeOf: Names, knowsHours = true): string | undefined =>
  found(() => {
    const fault = checkExpression(parseExpression(source), typeOf, knowsHours).findings.find(({ level }) => level === 'error');
    return fault && sayFault(fault);
  });

/** The same for a text with placeholders. */
export const faultOfText = (text: string, typeOf: Names): string | undefined =>
  found(() => {
    for (const part of parseText(text)) {
      if (part.kind === 'words') continue;
      const fault = checkExpression(part.expression, typeOf).findings.find(({ level }) => level === 'error');
      if (fault) return sayFault(fault);
    }
    return undefined;
  });
