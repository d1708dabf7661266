package io.cdpsupervisor.bench;

import java.nio.file.Path;
import java.util.List;

/** Something about the product that can be measured. */
interface Measure {

    /**
     * Measures it; blocks until that is done and nothing of it runs any more.
     *
     * @param temporary an empty folder
     */
    List<Figure> of(Distribution product, Path temporary) throws Exception;
}
