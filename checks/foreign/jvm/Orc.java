import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.impl.OrcIndex;
import org.apache.orc.impl.RecordReaderImpl;
import org.apache.orc.util.BloomFilter;
import org.apache.orc.util.BloomFilterIO;

/** ORC files with a column of numbers and one of texts, in every compression. */
final class Orc {
    static void make(Cases cases, Path folder) throws Exception {
        make(cases, folder, "orc-small", CompressionKind.ZLIB, 100, 1000, 0.01);
        make(cases, folder, "orc-none", CompressionKind.NONE, 1000, 1000, 0.01);
        make(cases, folder, "orc-zlib", CompressionKind.ZLIB, 2500, 1000, 0.05);
        make(cases, folder, "orc-zstd", CompressionKind.ZSTD, 10_000, 10_000, 1e-3);
        make(cases, folder, "orc-snappy", CompressionKind.SNAPPY, 1000, 1000, 1e-4);
        make(cases, folder, "orc-lz4", CompressionKind.LZ4, 1000, 2000, 0.03);
    }

    static void make(Cases cases, Path folder, String name, CompressionKind kind, int rows, int stride, double fpp)
            throws Exception {
        Path file = folder.resolve(name + ".file");
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder.resolve("." + name + ".file.crc"));
        TypeDescription schema = TypeDescription.fromString("struct<number:bigint,text:string,other:int>");
        Configuration conf = new Configuration();
        var path = new org.apache.hadoop.fs.Path(file.toUri());
        var options = OrcFile.writerOptions(conf).setSchema(schema).compress(kind).rowIndexStride(stride)
            .bloomFilterColumns("number,text").bloomFilterFpp(fpp);
        try (Writer writer = OrcFile.createWriter(path, options)) {
            var batch = schema.createRowBatch();
            for (int row = 0; row < rows; row++) {
                int at = batch.size++;
                ((LongColumnVector) batch.cols[0]).vector[at] = row;
                byte[] text = Make.word(row).getBytes(StandardCharsets.UTF_8);
                ((BytesColumnVector) batch.cols[1]).setVal(at, text);
                ((LongColumnVector) batch.cols[2]).vector[at] = row;
                if (batch.size == batch.getMaxSize()) {
                    writer.addRowBatch(batch);
                    batch.reset();
                }
            }
            writer.addRowBatch(batch);
        }
        Reader reader = OrcFile.createReader(path, OrcFile.readerOptions(conf));
        RecordReaderImpl rowsOf = (RecordReaderImpl) reader.rows();
        boolean[] all = {true, true, true, true};
        OrcIndex index = rowsOf.readRowIndex(0, all, all);
        for (int column = 1; column <= 2; column++) {
            OrcProto.BloomFilterIndex filters = index.getBloomFilterIndex()[column];
            int groups = filters.getBloomFilterCount();
            for (int group : groups > 1 ? new int[] {0, groups - 1} : new int[] {0}) {
                var category = schema.findSubtype(column).getCategory();
                OrcProto.ColumnEncoding direct =
                    OrcProto.ColumnEncoding.newBuilder().setKind(OrcProto.ColumnEncoding.Kind.DIRECT_V2).build();
                BloomFilter filter = BloomFilterIO.deserialize(
                    OrcProto.Stream.Kind.BLOOM_FILTER_UTF8, direct, reader.getWriterVersion(), category,
                    filters.getBloomFilter(group));
                String each = name + "-" + column + "-" + group;
                long first = (long) group * stride;
                int items = (int) Math.min(stride, rows - first);
                if (column == 1) {
                    cases.texts(each, "orc", "addLong", fpp, items, i -> String.valueOf(i + first),
                        key -> filter.testLong(Long.parseLong(key)));
                } else {
                    cases.texts(each, "orc", "addString", fpp, items, i -> Make.word(i + first), filter::testString);
                }
                cases.more(each, "file " + name + ".file");
                cases.more(each, "place stripe 0, column " + (column == 1 ? "number" : "text") + ", row group " + group);
            }
        }
        rowsOf.close();
    }
}
