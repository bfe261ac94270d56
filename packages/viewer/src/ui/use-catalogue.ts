import { useEffect, useState } from "preact/hooks";
import type { Catalogue } from "../work/messages.js";
import type { Office } from "../work/office.js";

/** The types and criteria, as soon as the worker has told them. */
export function useCatalogue(newOffice: () => Office): Catalogue {
  const [catalogue, setCatalogue] = useState<Catalogue>({ types: [], criteria: {} });
  useEffect(() => {
    const office = newOffice();
    office
      .ask("catalogue", null)
      .then(setCatalogue, () => {})
      .finally(() => office.cancel());
  }, []);
  return catalogue;
}
