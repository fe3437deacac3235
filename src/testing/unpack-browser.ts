/** Before any test: the browser is unpacked once. Two files that begin together would start what the other still writes. */
import chromium from "@sparticuz/chromium";

export const setup = async (): Promise<void> => {
  await chromium.executablePath();
};
