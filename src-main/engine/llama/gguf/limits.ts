/**
 * What a header may declare at most. Real files stay far below (the largest known vocabularies have about 300,000
 * tokens, the largest models a few thousand tensors); above these numbers a file is damaged or made to do harm, and
 * reading on would cost memory or time. Together they bound the work that any file can cause.
 */
export const limits = {
  /** Metadata entries. */
  keys: 8192,
  tensors: 131_072,
  /** Bytes of a metadata key (the GGUF specification's own limit). */
  keyBytes: 65_535,
  /** Bytes of a tensor name; ggml keeps 64 with the closing zero. */
  tensorNameBytes: 63,
  /** Bytes of one string value; the longest chat templates are about 30,000. */
  stringBytes: 16 * 1024 * 1024,
  /** Elements of one array. */
  arrayElements: 16 * 1024 * 1024,
  /** Dimensions of a tensor (GGML_MAX_DIMS). */
  dimensions: 4,
  /** Bytes of metadata and tensor table together. */
  headerBytes: 256 * 1024 * 1024,
  /** Bytes of all strings kept in memory, over the whole header. */
  keptBytes: 64 * 1024 * 1024,
  /** Numeric arrays up to this length are kept (values for each layer); longer ones are skipped. */
  keptArrayElements: 1024,
  /** Strings up to this many bytes are kept among the scalars; longer ones only where they are a template. */
  keptStringBytes: 8192,
  /** Parts of a split model. */
  parts: 10_000,
  alignment: 1024 * 1024,
} as const;
