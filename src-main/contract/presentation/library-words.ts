/** Where the native library came from, in words. */

/** @param buildType as node-llama-cpp names it */
export function buildWords(buildType: string): string {
  if (buildType === 'prebuilt') return 'as node-llama-cpp ships it';
  if (buildType === 'localBuild') return 'compiled on this machine';
  return buildType;
}
