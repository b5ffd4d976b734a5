package org.fastsend.core.sim;

/// Where a simulated sender writes down what receivers have to know, in order.
public interface SimManifest {
    void placed(int block, int relay);

    void replaced(int oldBlock, int newBlock);

    void released(int blocks, int copies);
}
